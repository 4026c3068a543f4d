package io.agentservice.server.enterprise.metrics;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.enterprise.metrics.Activity.Least;
import io.agentservice.server.enterprise.metrics.Activity.Period;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

public final class Metrics {
  private final Database database;

  Metrics(Database database) {
    this.database = database;
  }

  /** Counts over all kinds of things. {@code prsCreatedCount}: see {@link PullRequestCounts}. */
  public record Usage(
      long sessionsCount, long searchesCount, long prsCreatedCount, long prsMergedCount) {}

  public Instant now() {
    return database.with(MetricsSql.class, MetricsSql::now);
  }

  /** Each human once. */
  public Activity active(Scope scope, List<String> orgIds, TimeRange range, Least least) {
    return database.with(MetricsSql.class, sql -> sql.active(scope, orgIds, range, least));
  }

  /** For each period that touches the range, ascending. */
  public List<Activity> activeBy(
      Period period, Scope scope, List<String> orgIds, TimeRange range, Least least) {
    return database.with(
        MetricsSql.class,
        sql -> sql.activeBy(period.name().toLowerCase(Locale.ROOT), scope, orgIds, range, least));
  }

  public PullRequestCounts pullRequests(Scope scope, MetricsFilter filter, TimeRange range) {
    return database.with(MetricsSql.class, sql -> sql.pullRequests(scope, filter, range));
  }

  public SessionCounts sessions(Scope scope, MetricsFilter filter, TimeRange range) {
    return SessionCounts.of(
        database.with(MetricsSql.class, sql -> sql.sessions(scope, filter, range)));
  }

  public long sessionCount(Scope scope, MetricsFilter filter, TimeRange range) {
    return database.with(MetricsSql.class, sql -> sql.sessionCount(scope, filter, range));
  }

  public CategoryCounts categories(Scope scope, MetricsFilter filter, TimeRange range) {
    return CategoryCounts.of(
        database.with(MetricsSql.class, sql -> sql.categories(scope, filter, range)));
  }

  public long searches(Scope scope, MetricsFilter filter, TimeRange range) {
    return database.with(MetricsSql.class, sql -> sql.searches(scope, filter, range));
  }

  /** Without those who made none. */
  public Map<String, Long> searchesOf(AccountId account, List<String> users) {
    return database.with(MetricsSql.class, sql -> sql.searchesOf(account, users)).stream()
        .collect(Collectors.toMap(MetricsSql.Searched::userId, MetricsSql.Searched::searches));
  }

  public Usage usage(Scope scope, MetricsFilter filter, TimeRange range) {
    return database.with(
        MetricsSql.class,
        sql -> {
          var pulls = sql.pullRequests(scope, filter, range);
          return new Usage(
              sql.sessionCount(scope, filter, range),
              sql.searches(scope, filter, range),
              pulls.prsCreatedCount(),
              pulls.prsMergedCount());
        });
  }
}
