package io.agentservice.server.enterprise.auditlogs;

import static io.agentservice.server.base.auth.Permission.MANAGE_ENTERPRISE_SETTINGS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.audit.AuditActions;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class AuditLogRoutes {
  private static final Duration LONGEST = Duration.ofDays(100);
  private static final List<String> ORDERS = List.of("asc", "desc");

  private final AuditLogs logs;
  private final Lists lists;

  AuditLogRoutes(AuditLogs logs, Lists lists) {
    this.logs = logs;
    this.lists = lists;
  }

  List<Route> routes() {
    return Stream.of(
            "/v3/enterprise/audit-logs",
            "/v3/enterprise/organizations/{org_id}/audit-logs",
            "/v3/organizations/{org_id}/audit-logs")
        .map(path -> Route.get(path, account(MANAGE_ENTERPRISE_SETTINGS), this::list))
        .toList();
  }

  private Answer list(Request request) {
    var query = request.query();
    boolean oldestFirst = "asc".equals(query.oneOf("order", ORDERS));
    var filter =
        new AuditRecord.Filter(
            action(query),
            query.time("time_after"),
            query.time("time_before"),
            query.text("user_id"),
            query.text("service_user_id"));
    checkSpan(query, filter.timeAfter(), filter.timeBefore());
    var scope = request.scope();
    return ok(
        lists.page(
            query,
            query.firstOrLimit(),
            "audit records " + scope,
            logs.list(scope, filter, oldestFirst),
            AuditRecordJson::of));
  }

  private static @Nullable String action(Query query) {
    String action = query.text("action", AuditActions::ours);
    if (action != null && !AuditActions.NAMES.contains(action)) {
      query.fail("enum", "Input should be the name of an action", "action");
    }
    return action;
  }

  private static void checkSpan(Query query, @Nullable Instant after, @Nullable Instant before) {
    if (after == null) {
      if (before != null) {
        query.fail("inconsistent", "Needs time_after beside it", "time_before");
      }
      return;
    }
    var end = Objects.requireNonNullElseGet(before, Instant::now);
    if (before != null && after.isAfter(before)) {
      query.fail("inconsistent", "Input should not be before time_after", "time_before");
    } else if (Duration.between(after, end).compareTo(LONGEST) > 0) {
      query.fail("too_small", "The span should be at most 100 days", "time_after");
    }
  }
}
