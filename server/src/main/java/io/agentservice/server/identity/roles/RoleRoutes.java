package io.agentservice.server.identity.roles;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_MEMBERSHIP;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SERVICE_USERS;
import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_MEMBERSHIP;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_MEMBERSHIP;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.RoleType;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.RoleId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class RoleRoutes {
  private static final int MAX_NAME = 256;
  private static final String PERMISSIONS = "permissions";
  private static final int MOST = 100;

  private final Roles roles;
  private final Lists lists;

  RoleRoutes(Roles roles, Lists lists) {
    this.roles = roles;
    this.lists = lists;
  }

  List<Route> routes() {
    String all = "/v3/enterprise/roles";
    String one = all + "/{role_id}";
    String own = "/v3beta1/organizations/{org_id}/roles";
    var read = account(VIEW_ACCOUNT_MEMBERSHIP);
    var write = account(MANAGE_ACCOUNT_MEMBERSHIP);
    return List.of(
        Route.get(all, read, request -> list(request, null)),
        Route.get(
            own,
            organization(VIEW_ORG_MEMBERSHIP, MANAGE_ORG_SERVICE_USERS),
            request -> list(request, RoleType.ORG)),
        Route.create(all, write, this::create),
        Route.get(one, read, request -> show(find(request))),
        Route.patch(one, write, this::change).of(this::find),
        Route.delete(one, write, request -> show(roles.delete(id(request), request.caller()))));
  }

  private Answer list(Request request, @Nullable RoleType type) {
    var query = request.query();
    int size = query.firstOrLimit();
    var account = request.principal().accountId();
    String list = "roles " + account + (type == null ? "" : " " + type);
    return ok(lists.page(query, size, list, roles.list(account, type), RoleJson::of));
  }

  private Supplier<Answer> create(Request request) {
    var body = request.body();
    String name = body.text("role_name", 1, MAX_NAME);
    String word = body.word("role_type", RoleType.WORDS);
    var type = RoleType.WORDS.contains(word) ? RoleType.of(word) : RoleType.ENTERPRISE;
    var permissions = permissions(body, type, body.texts(PERMISSIONS, 1, MOST, MAX_NAME));
    body.check();
    var draft = new Role(Id.create(RoleId.class), name, type, permissions, null);
    return () -> show(roles.create(draft, request.caller()));
  }

  private Answer change(Request request) {
    var type = find(request).roleType();
    var body = request.body();
    var name = body.patchRequired("role_name", field -> body.optionalText(field, 1, MAX_NAME));
    var permissions =
        body.patchRequired(
            PERMISSIONS, _ -> permissions(body, type, body.texts(PERMISSIONS, 1, MOST, MAX_NAME)));
    body.check();
    return show(roles.change(id(request), name, permissions, request.caller()));
  }

  /** Names as we write them, sorted; equal ones merged. */
  private static List<String> permissions(Body body, RoleType type, List<String> names) {
    var found = new ArrayList<Permission>();
    for (int i = 0; i < names.size(); i++) {
      var permission = Permission.of(names.get(i));
      if (permission.isEmpty()) {
        body.failAt("enum", "Input should be the name of a permission", PERMISSIONS, i);
      } else if (!type.takes(permission.get())) {
        body.failAt("not_allowed", "A role of organizations can't hold it", PERMISSIONS, i);
      }
      permission.ifPresent(found::add);
    }
    return Permission.names(found).stream().distinct().toList();
  }

  private Role find(Request request) {
    return roles.get(request.principal().accountId(), id(request));
  }

  private static RoleId id(Request request) {
    return new RoleId(request.path("role_id"));
  }

  private static Answer show(Role role) {
    return ok(RoleJson.of(role));
  }
}
