package io.agentservice.server.engine.outposts;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SETTINGS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The route of an organization's default platform (api-org.md 8). */
final class DefaultPlatformRoutes {
  private static final String PATH = "/v3beta1/organizations/{org_id}/default-platform";
  private static final String OUTPOST = "outpost_pool_id";
  private static final int MAX_WORD = 256;

  private final DefaultPlatforms platforms;

  DefaultPlatformRoutes(DefaultPlatforms platforms) {
    this.platforms = platforms;
  }

  List<Route> routes() {
    return List.of(
        Route.get(PATH, organization(VIEW_ORG_SESSIONS, MANAGE_ORG_SETTINGS), this::get),
        Route.put(PATH, organization(MANAGE_ORG_SETTINGS), this::replace));
  }

  private Answer get(Request request) {
    return ok(platforms.get(request.org(), request.caller()));
  }

  private Answer replace(Request request) {
    var body = request.body();
    String platform = word(body, "platform");
    String outpost = word(body, OUTPOST);
    if (platform != null && outpost != null) {
      body.fail("inconsistent", "Not beside platform", OUTPOST);
    }
    body.check();
    return ok(platforms.replace(request.org(), platform, outpost, request.caller()));
  }

  private static @Nullable String word(Body body, String field) {
    String text = body.optionalText(field, 0, MAX_WORD);
    return text == null || text.isEmpty() ? null : text;
  }
}
