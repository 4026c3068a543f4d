package io.agentservice.server.engine.sessions.live;

import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;

import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Viewed;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.engine.sessions.Sessions;
import java.util.List;
import java.util.regex.Pattern;

/** The feature, wired. */
public record LiveFeature(Database database, LiveStream stream) implements Feature {
  private static final Pattern POSITION = Pattern.compile("[0-9]{1,19}");

  public static LiveFeature wire(Core core, Sessions sessions) {
    var database = core.database();
    var followers =
        new Viewed<OrgId, Follower>(
            org -> new Follower(org, database, sessions, core.addresses()::base),
            _ -> {}); // it holds nothing open
    var fleet = core.settings().fleet();
    return new LiveFeature(
        database, new LiveStream(followers, fleet.watchLongest(), fleet.watchKeepalive()));
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/v3/organizations/{org_id}/live", organization(VIEW_ORG_SESSIONS), this::watch));
  }

  private Answer watch(Request request) {
    var query = request.query();
    String after = query.text("after");
    if (after != null && !POSITION.matcher(after).matches()) {
      query.fail("pattern", "Input should be a position", "after");
    }
    query.check();
    String sent = request.header("Last-Event-ID");
    var viewer =
        new LiveStream.Viewer(
            request.org(),
            request.principal().author(),
            sent != null && POSITION.matcher(sent).matches() ? sent : after);
    return new Answer.Events((out, waits) -> stream.write(viewer, out, waits));
  }
}
