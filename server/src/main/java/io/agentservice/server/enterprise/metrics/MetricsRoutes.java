package io.agentservice.server.enterprise.metrics;

import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_METRICS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_METRICS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.enterprise.metrics.Activity.Least;
import io.agentservice.server.enterprise.metrics.Activity.Period;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The routes of figures (api-org.md 7, api-enterprise.md 9). */
final class MetricsRoutes {
  private static final String OF_ACCOUNT = "/v3/enterprise/metrics";
  private static final String OF_ONE = "/v3/enterprise/organizations/{org_id}/metrics/usage";
  private static final Access READ = account(VIEW_ACCOUNT_METRICS);
  private static final Duration RECENTLY = Duration.ofDays(30);

  private final Metrics metrics;

  MetricsRoutes(Metrics metrics) {
    this.metrics = metrics;
  }

  List<Route> routes() {
    return Stream.of(
            routes("/v3/organizations/{org_id}/metrics", organization(VIEW_ORG_METRICS)),
            routes(OF_ACCOUNT, READ),
            List.of(
                Route.get(OF_ACCOUNT + "/sessions-by-category", READ, this::categories),
                Route.get(OF_ONE, READ, this::usage)))
        .flatMap(List::stream)
        .toList();
  }

  private List<Route> routes(String all, Access access) {
    return List.of(
        Route.get(all + "/active-users", access, this::active),
        Route.get(all + "/dau", access, request -> activeBy(request, Period.DAY)),
        Route.get(all + "/wau", access, request -> activeBy(request, Period.WEEK)),
        Route.get(all + "/mau", access, request -> activeBy(request, Period.MONTH)),
        Route.get(all + "/prs", access, request -> counts(request, metrics::pullRequests)),
        Route.get(all + "/sessions", access, request -> counts(request, metrics::sessions)),
        Route.get(all + "/searches", access, this::searches),
        Route.get(all + "/usage", access, this::usage));
  }

  record ActivityJson(long activeUsers, long startTime, long endTime) {
    static ActivityJson of(Activity activity) {
      return new ActivityJson(
          activity.activeUsers(),
          activity.startTime().getEpochSecond(),
          activity.endTime().getEpochSecond());
    }
  }

  record SearchesJson(long searchesCreatedCount) {}

  private Answer active(Request request) {
    var query = request.query();
    var range = TimeRange.required(query);
    var orgs = orgIds(request, query);
    var least = least(query);
    query.check();
    return ok(ActivityJson.of(metrics.active(request.scope(), orgs, range, least)));
  }

  private Answer activeBy(Request request, Period period) {
    var query = request.query();
    var range = TimeRange.required(query);
    var orgs = orgIds(request, query);
    var least = least(query);
    query.check();
    return ok(
        metrics.activeBy(period, request.scope(), orgs, range, least).stream()
            .map(ActivityJson::of)
            .toList());
  }

  private static Least least(Query query) {
    return new Least(
        query.integer("min_sessions", 0, Integer.MAX_VALUE, 1),
        query.integer("min_searches", 0, Integer.MAX_VALUE, 1));
  }

  private interface Counting {
    Object count(Scope scope, MetricsFilter filter, TimeRange range);
  }

  private static Answer counts(Request request, Counting counting) {
    var query = request.query();
    var range = TimeRange.required(query);
    var filter =
        new MetricsFilter(
            orgIds(request, query),
            query.text("playbook_id"),
            query.any("user_ids"),
            query.any("service_user_ids"));
    query.check();
    return ok(counting.count(request.scope(), filter, range));
  }

  private Answer categories(Request request) {
    var query = request.query();
    var range = TimeRange.required(query);
    var filter = MetricsFilter.in(orgIds(request, query));
    query.check();
    return ok(metrics.categories(request.scope(), filter, range));
  }

  private Answer searches(Request request) {
    var query = request.query();
    var range = TimeRange.required(query);
    var filter = MetricsFilter.in(orgIds(request, query));
    query.check();
    return ok(new SearchesJson(metrics.searches(request.scope(), filter, range)));
  }

  private Answer usage(Request request) {
    var query = request.query();
    var range = TimeRange.optional(query, metrics.now(), before -> before.minus(RECENTLY));
    var filter = MetricsFilter.in(orgIds(request, query));
    query.check();
    return ok(metrics.usage(request.scope(), filter, range));
  }

  /** An organization's own routes know no others. */
  private static List<String> orgIds(Request request, Query query) {
    return request.scope().orgId() == null ? query.any("org_ids") : List.of();
  }
}
