package io.agentservice.server.identity.members;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_SERVICE_USERS;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SERVICE_USERS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.lists.Page;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.identity.keys.ApiKeyJson;
import io.agentservice.server.identity.keys.ApiKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

final class ServiceUserRoutes {
  private static final String ONE = "/{service_user_id}";
  private static final int MAX_NAME = 256;
  private static final int MAX_TTL_SECONDS = 31_536_000;

  private final ServiceUsers serviceUsers;
  private final Lists lists;

  ServiceUserRoutes(ServiceUsers serviceUsers, Lists lists) {
    this.serviceUsers = serviceUsers;
    this.lists = lists;
  }

  List<Route> routes() {
    String own = "/v3beta1/organizations/{org_id}/service-users";
    var access = organization(MANAGE_ORG_SERVICE_USERS);
    var routes = new ArrayList<Route>();
    routes.add(Route.get(own, access, this::list));
    routes.add(Route.get(own + ONE, access, this::get));
    routes.add(Route.patch(own + ONE, access, this::change).of(this::check));
    routes.add(Route.delete(own + ONE, access, this::remove).of(this::check));
    routes.addAll(routes(own, access));
    routes.addAll(
        routes("/v3beta1/enterprise/service-users", account(MANAGE_ACCOUNT_SERVICE_USERS)));
    return routes;
  }

  private List<Route> routes(String all, Access access) {
    String keys = all + ONE + "/api-keys";
    String key = keys + "/{api_key_id}";
    return List.of(
        Route.create(all, access, this::provision),
        Route.get(keys, access, this::keys).of(this::check),
        Route.create(keys, access, this::createKey).of(this::check),
        Route.delete(key, access, this::revokeKey).of(this::checkKey),
        Route.create(key + "/rotate", access, this::rotateKey).of(this::checkKey));
  }

  /** Those that belong to the organization, newest first. */
  private Answer list(Request request) {
    var query = request.query();
    boolean inactive = query.bool("include_inactive", false);
    var scope = request.scope();
    return ok(
        lists.page(
            query,
            "own service users " + scope,
            serviceUsers.list(scope, inactive),
            MemberJson::serviceUser));
  }

  private Answer get(Request request) {
    return ok(MemberJson.serviceUser(serviceUsers.get(request.scope(), id(request))));
  }

  private Answer change(Request request) {
    var body = request.body();
    String role = body.text("role_id", 1, MAX_NAME);
    body.check();
    return ok(
        MemberJson.serviceUser(
            serviceUsers.change(request.scope(), id(request), role, request.caller())));
  }

  private Answer remove(Request request) {
    return ok(
        MemberJson.serviceUser(
            serviceUsers.remove(request.scope(), id(request), request.caller())));
  }

  private Supplier<Answer> provision(Request request) {
    var body = request.body();
    String name = body.text("name", 1, MAX_NAME);
    String role = body.text("role_id", 1, MAX_NAME);
    body.require("ttl_seconds");
    var seconds = body.optionalInt("ttl_seconds", 1, MAX_TTL_SECONDS);
    if (body.isNull("ttl_seconds")) {
      body.fail("missing", "Field required", "ttl_seconds");
    }
    body.check();
    int ttl = Objects.requireNonNull(seconds);
    return () -> {
      var made = serviceUsers.provision(request.scope(), name, role, ttl, request.caller());
      return ok(new MemberJson.Provisioned(MemberJson.serviceUser(made.member()), made.token()));
    };
  }

  /** All in one page. */
  private Answer keys(Request request) {
    var query = request.query();
    var state = query.oneOf("status", ApiKeys.STATES);
    query.check();
    var list = serviceUsers.keys(request.scope(), id(request), state == null ? ApiKeys.ANY : state);
    var keys = new ArrayList<ApiKeyJson>();
    list.walk().forEach(key -> keys.add(ApiKeyJson.of(key)));
    return ok(new Page<>(keys, null, false, keys.size()));
  }

  private Supplier<Answer> createKey(Request request) {
    var body = request.body();
    String name = body.text("name", 1, MAX_NAME);
    var expiresAt = body.optionalTime("expires_at");
    body.check();
    return () ->
        ok(
            ApiKeyJson.Fresh.of(
                serviceUsers.createKey(
                    request.scope(), id(request), name, expiresAt, request.caller())));
  }

  private Answer revokeKey(Request request) {
    return ok(
        ApiKeyJson.of(
            serviceUsers.revokeKey(
                request.scope(), id(request), keyId(request), request.caller())));
  }

  private Supplier<Answer> rotateKey(Request request) {
    var body = request.body();
    var expiresAt = body.optionalTime("new_key_expires_at");
    var grace = body.optionalInt("grace_seconds", 1, MAX_TTL_SECONDS);
    boolean revoke = body.bool("revoke_current", grace == null);
    if (revoke && grace != null) {
      body.fail("inconsistent", "Not beside revoke_current", "grace_seconds");
    }
    body.check();
    var rotation = new ApiKeys.Rotation(expiresAt, revoke, grace);
    return () ->
        ok(
            ApiKeyJson.Fresh.of(
                serviceUsers.rotateKey(
                    request.scope(), id(request), keyId(request), rotation, request.caller())));
  }

  private void check(Request request) {
    serviceUsers.check(request.scope(), id(request));
  }

  private void checkKey(Request request) {
    check(request);
    serviceUsers.checkKey(request.scope(), id(request), keyId(request));
  }

  private static String id(Request request) {
    return request.path("service_user_id");
  }

  private static KeyId keyId(Request request) {
    return request.id(KeyId.class);
  }
}
