package io.agentservice.server.engine.guardrails;

import static io.agentservice.server.base.auth.Permission.MANAGE_ENTERPRISE_SETTINGS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import java.util.stream.Stream;

final class ViolationRoutes {
  private static final List<String> ORDERS = List.of("asc", "desc");

  private final Violations violations;
  private final Lists lists;

  ViolationRoutes(Violations violations, Lists lists) {
    this.violations = violations;
    this.lists = lists;
  }

  List<Route> routes(boolean served) {
    return Stream.of(
            "/v3beta1/enterprise/guardrail-violations",
            "/v3beta1/enterprise/organizations/{org_id}/guardrail-violations",
            "/v3/organizations/{org_id}/guardrail-violations")
        .map(
            path -> Route.get(path, account(MANAGE_ENTERPRISE_SETTINGS), this::list).served(served))
        .toList();
  }

  private Answer list(Request request) {
    var query = request.query();
    boolean oldestFirst = "asc".equals(query.oneOf("order", ORDERS));
    var filter =
        new Violation.Filter(
            query.text("session_id", ViolationRoutes::spelled),
            query.text("guardrail_id"),
            query.time("time_after"),
            query.time("time_before"));
    checkSpan(query, filter);
    var scope = request.scope();
    return ok(
        lists.page(
            query,
            query.firstOrLimit(),
            "violations " + scope,
            violations.list(scope, filter, oldestFirst),
            ViolationJson::of));
  }

  /** A session's id has several spellings; what is none matches nothing. */
  private static String spelled(String text) {
    var id = Id.parse(SessionId.class, text);
    return id == null ? text : id.value();
  }

  private static void checkSpan(Query query, Violation.Filter filter) {
    var after = filter.timeAfter();
    var before = filter.timeBefore();
    if (after != null && before != null && after.isAfter(before)) {
      query.fail("inconsistent", "Input should not be before time_after", "time_before");
    }
  }
}
