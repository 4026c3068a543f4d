package io.agentservice.server.enterprise.consumption;

import static io.agentservice.server.base.auth.Permission.MANAGE_BILLING;
import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_CONSUMPTION;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_CONSUMPTION;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.enterprise.consumption.ConsumptionJson.CycleJson;
import io.agentservice.server.enterprise.consumption.ConsumptionJson.DailyJson;
import java.util.List;
import java.util.stream.Stream;

/** The routes of consumption (api-org.md 7, api-enterprise.md 8). */
final class ConsumptionRoutes {
  private static final String OF_ACCOUNT = "/v3/enterprise/consumption";
  private static final Access READ = account(MANAGE_BILLING, VIEW_ACCOUNT_CONSUMPTION);

  private final Consumption consumption;
  private final Lists lists;

  ConsumptionRoutes(Consumption consumption, Lists lists) {
    this.consumption = consumption;
    this.lists = lists;
  }

  List<Route> routes() {
    return Stream.of(
            daily(
                "/v3/organizations/{org_id}/consumption/daily", organization(VIEW_ORG_CONSUMPTION)),
            daily(OF_ACCOUNT + "/daily", READ),
            List.of(
                Route.get(OF_ACCOUNT + "/daily/organizations/{org_id}", READ, this::all),
                Route.get(OF_ACCOUNT + "/cycles", READ, this::cycles)))
        .flatMap(List::stream)
        .toList();
  }

  private List<Route> daily(String all, Access access) {
    return List.of(
        Route.get(all, access, this::all),
        Route.get(all + "/users/{user_id}", access, request -> daily(request, user(request)))
            .of(request -> consumption.checkUser(request.scope(), request.path("user_id"))),
        Route.get(
                all + "/service-users/{service_user_id}",
                access,
                request -> daily(request, UseFilter.of(request.path("service_user_id"))))
            .of(request ->
                consumption.checkServiceUser(request.scope(), request.path("service_user_id"))),
        Route.get(
                all + "/sessions/{session_id}",
                access,
                request -> daily(request, UseFilter.of(request.id(SessionId.class))))
            .of(request -> consumption.checkSession(request.scope(), request.id(SessionId.class))));
  }

  private static UseFilter user(Request request) {
    return UseFilter.of(request.path("user_id"));
  }

  private Answer all(Request request) {
    return daily(request, UseFilter.ALL);
  }

  private Answer daily(Request request, UseFilter filter) {
    var query = request.query();
    var now = consumption.now();
    var range = TimeRange.optional(query, now, _ -> consumption.cycleAt(now).start());
    query.check();
    return ok(DailyJson.of(consumption.daily(request.scope(), filter, range)));
  }

  private Answer cycles(Request request) {
    var account = request.principal().accountId();
    return ok(
        lists.page(
            request.query(), "cycles " + account, consumption.cycles(account), CycleJson::of));
  }
}
