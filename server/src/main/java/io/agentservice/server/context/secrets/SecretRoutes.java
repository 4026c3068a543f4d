package io.agentservice.server.context.secrets;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SECRETS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.SecretId;
import java.util.List;
import java.util.function.Supplier;

final class SecretRoutes {
  private static final String ALL = "/v3/organizations/{org_id}/secrets";

  private final Secrets secrets;
  private final Lists lists;

  SecretRoutes(Secrets secrets, Lists lists) {
    this.secrets = secrets;
    this.lists = lists;
  }

  List<Route> routes() {
    var access = organization(MANAGE_ORG_SECRETS);
    return List.of(
        Route.get(ALL, access, this::list),
        Route.create(ALL, access, this::create),
        Route.delete(ALL + "/{secret_id}", access, this::delete));
  }

  private Answer list(Request request) {
    var scope = request.scope();
    return ok(lists.page(request.query(), "secrets " + scope, secrets.list(scope), SecretJson::of));
  }

  private Supplier<Answer> create(Request request) {
    var secret = SecretBody.read(request, null);
    return () -> show(secrets.create(request.scope(), secret, request.caller()));
  }

  private Answer delete(Request request) {
    return show(secrets.delete(request.scope(), request.id(SecretId.class), request.caller()));
  }

  private static Answer show(Secret secret) {
    return ok(SecretJson.of(secret));
  }
}
