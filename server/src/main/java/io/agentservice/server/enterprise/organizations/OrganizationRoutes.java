package io.agentservice.server.enterprise.organizations;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORGANIZATIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class OrganizationRoutes {
  private static final int MAX_NAME = 256;

  private final Organizations organizations;
  private final Lists lists;

  OrganizationRoutes(Organizations organizations, Lists lists) {
    this.organizations = organizations;
    this.lists = lists;
  }

  List<Route> routes() {
    String all = "/v3/enterprise/organizations";
    String one = all + "/{org_id}";
    var access = account(MANAGE_ORGANIZATIONS);
    return List.of(
        Route.get(all, access, this::list),
        Route.create(all, access, this::create),
        Route.get(one, access, this::get),
        Route.patch(one, access, this::change),
        Route.delete(one, access, this::delete));
  }

  private Answer list(Request request) {
    var account = request.principal().accountId();
    return ok(
        lists.page(
            request.query(),
            "organizations " + account,
            organizations.list(account),
            OrganizationJson::of));
  }

  private Supplier<Answer> create(Request request) {
    var body = request.body();
    var draft =
        new Organization.Draft(
            body.text("name", 1, MAX_NAME),
            sessionLimit(body, "max_session_acu_limit"),
            cycleLimit(body, "max_cycle_acu_limit"),
            true);
    body.check();
    return () -> show(organizations.create(draft, request.caller()));
  }

  private Answer get(Request request) {
    return show(organizations.get(request.principal().accountId(), request.org()));
  }

  private Answer change(Request request) {
    var body = request.body();
    var change =
        new Organization.Change(
            body.patchRequired("name", field -> body.optionalText(field, 1, MAX_NAME)),
            body.patch("max_session_acu_limit", field -> sessionLimit(body, field)),
            body.patch("max_cycle_acu_limit", field -> cycleLimit(body, field)));
    body.check();
    return show(organizations.change(request.org(), change, request.caller()));
  }

  private static @Nullable Integer sessionLimit(Body body, String field) {
    return body.optionalInt(field, 1, Integer.MAX_VALUE);
  }

  private static @Nullable Integer cycleLimit(Body body, String field) {
    return body.optionalInt(field, 0, Integer.MAX_VALUE);
  }

  private Answer delete(Request request) {
    return show(organizations.delete(request.org(), request.caller()));
  }

  private static Answer show(Organization organization) {
    return ok(OrganizationJson.of(organization));
  }
}
