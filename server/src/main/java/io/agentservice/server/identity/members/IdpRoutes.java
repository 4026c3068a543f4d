package io.agentservice.server.identity.members;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_MEMBERSHIP;
import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_MEMBERSHIP;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_MEMBERSHIP;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import java.util.List;
import java.util.function.Supplier;

/** The routes of identity provider groups (api-enterprise.md 2, 3; api-org.md 10). */
final class IdpRoutes {
  private static final int MOST = 100;
  private static final int MAX_NAME = 256;
  private static final String NAMES = "idp_group_names";

  private final Members members;
  private final IdpGroups groups;
  private final Lists lists;

  IdpRoutes(Members members, IdpGroups groups, Lists lists) {
    this.members = members;
    this.groups = groups;
    this.lists = lists;
  }

  List<Route> routes() {
    String all = "/v3/enterprise/idp-groups";
    var manage = account(MANAGE_ACCOUNT_MEMBERSHIP);
    var view = account(VIEW_ACCOUNT_MEMBERSHIP);
    String users = "members/idp-users";
    return List.of(
        Route.get(all, manage, this::list),
        Route.create(all, manage, this::register),
        Route.delete(all + "/{idp_group_name}", manage, this::delete),
        Route.get("/v3/enterprise/" + users, view, this::users),
        Route.get("/v3/enterprise/organizations/{org_id}/" + users, view, this::users),
        Route.get(
            "/v3beta1/organizations/{org_id}/" + users,
            organization(VIEW_ORG_MEMBERSHIP),
            this::users));
  }

  private record Named(String idpGroupName) {}

  private Answer list(Request request) {
    var query = request.query();
    var scope = request.scope();
    var all = members.groups(scope);
    return ok(
        lists.page(
            query,
            query.firstOrLimit(),
            "idp groups " + scope,
            all,
            group -> new Named(group.shownName())));
  }

  private Supplier<Answer> register(Request request) {
    var body = request.body();
    var names = body.texts(NAMES, 1, MOST, MAX_NAME);
    body.check();
    var once = names.stream().distinct().toList();
    return () -> {
      groups.register(request.scope(), once, request.caller());
      return ok(once.stream().map(Named::new).toList());
    };
  }

  private Answer delete(Request request) {
    String name = request.path("idp_group_name");
    groups.delete(request.scope(), name, request.caller());
    return ok(new Named(name));
  }

  private Answer users(Request request) {
    var query = request.query();
    var scope = request.scope();
    var filter = new MemberFilter(query.text("email"), false, MemberFilter.Holding.BY_GROUP);
    var found = members.list(scope, MemberKind.USER, filter);
    return ok(lists.page(query, "idp users " + scope, found, MemberJson::idpUser));
  }
}
