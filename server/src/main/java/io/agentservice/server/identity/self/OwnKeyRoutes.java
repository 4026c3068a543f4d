package io.agentservice.server.identity.self;

import static io.agentservice.server.base.http.Access.signedIn;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.identity.keys.ApiKeyJson;
import io.agentservice.server.identity.keys.ApiKeys;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A human's own keys (auth.md 8). */
final class OwnKeyRoutes {
  private static final int MAX_NAME = 256;
  private static final String LEGACY = "legacy";
  private static final List<String> KINDS = List.of("pat", LEGACY);

  private final OwnKeys keys;
  private final Lists lists;

  OwnKeyRoutes(OwnKeys keys, Lists lists) {
    this.keys = keys;
    this.lists = lists;
  }

  List<Route> routes() {
    String all = "/v3beta1/self/api-keys";
    return List.of(
        Route.get(all, signedIn(), this::list),
        Route.create(all, signedIn(), this::create).of(request -> keys.list(request.caller())),
        Route.delete(all + "/{api_key_id}", signedIn(), this::revoke));
  }

  private Answer list(Request request) {
    var listing = keys.list(request.caller());
    String list = "keys " + request.principal().id();
    return ok(lists.page(request.query(), list, listing, ApiKeyJson::of));
  }

  private Supplier<Answer> create(Request request) {
    var body = request.body();
    String name = body.text("name", 1, MAX_NAME);
    boolean legacy = LEGACY.equals(body.optionalWord("kind", KINDS));
    var org = org(body, legacy);
    var expiresAt = body.optionalTime("expires_at");
    body.check();
    var kind = legacy ? Principal.Kind.LEGACY_USER : Principal.Kind.PAT_USER;
    var draft = new ApiKeys.Draft(kind, name, org, expiresAt);
    return () -> ok(ApiKeyJson.Own.of(keys.create(draft, request.caller())));
  }

  /** A legacy key is one organization's; a personal token acts in all of its human's. */
  private static @Nullable OrgId org(Body body, boolean legacy) {
    String text =
        legacy ? body.text("org_id", 1, MAX_NAME) : body.optionalText("org_id", 1, MAX_NAME);
    var org = text == null ? null : Id.parse(OrgId.class, text);
    if (text != null && !legacy) {
      body.fail("not_allowed", "Only a legacy key is an organization's", "org_id");
    } else if (text != null && !text.isEmpty() && org == null) {
      body.fail("unknown_reference", "No organization in which you hold a role", "org_id");
    }
    return org;
  }

  private Answer revoke(Request request) {
    return ok(ApiKeyJson.of(keys.revoke(request.id(KeyId.class), request.caller())));
  }
}
