package io.agentservice.server.enterprise.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.SqlStatement;
import io.agentservice.server.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * How PostgreSQL answers the figures of a week in a year of 15,000 sessions: by indexes, so that
 * the time goes by what is asked for and not by what there is.
 */
class FiguresPlansIT {
  private static final Map<String, String> WEEK =
      Map.ofEntries(
          Map.entry("accountId", "'acct-1'"),
          Map.entry("orgId", "NULL"),
          Map.entry("after", "timestamptz '2026-01-01T00:00:00Z'"),
          Map.entry("before", "timestamptz '2026-01-08T00:00:00Z'"),
          Map.entry("orgIds", "'{}'"),
          Map.entry("ownerIds", "'{}'"),
          Map.entry("userIds", "'{}'"),
          Map.entry("serviceUserIds", "'{}'"),
          Map.entry("playbookId", "NULL"),
          Map.entry("sessionId", "NULL"),
          Map.entry("minSessions", "1"),
          Map.entry("minSearches", "1"),
          Map.entry("period", "'day'"),
          Map.entry("share", "'OWNER'"));

  private static TestDatabase store;
  private static Connection connection;

  @BeforeAll
  static void aYear() throws SQLException {
    store = TestDatabase.create();
    connection = DriverManager.getConnection(store.jdbcUrl());
    try (var statement = connection.createStatement()) {
      statement.execute("INSERT INTO account (account_id, name) VALUES ('acct-1', 'a')");
      statement.execute(
          """
          INSERT INTO organization (org_id, account_id, name)
          SELECT 'org-' || n, 'acct-1', 'o' || n FROM generate_series(0, 99) AS n
          """);
      statement.execute(
          """
          INSERT INTO session (session_id, account_id, org_id, status, user_id, origin, created_at, model_dollars)
          SELECT 'agent-' || n, 'acct-1', 'org-' || n % 100, 'EXIT', 'user-' || n % 500, 'api',
                 timestamptz '2025-06-01T00:00:00Z' + n * interval '33 minutes', n % 50
            FROM generate_series(1, 15000) AS n
          """);
      statement.execute(
          """
          INSERT INTO pull_request (session_id, account_id, org_id, pr_url, taken_over, found_at)
          SELECT session_id, account_id, org_id, 'https://h/o/r/pull/' || session_id, false, created_at FROM session
          """);
      statement.execute(
          """
          INSERT INTO search (search_id, account_id, org_id, query, repo_names, origin, status, user_id, created_at)
          SELECT 'search-' || session_id, account_id, org_id, 'q', '{}', 'api', 'completed', user_id, created_at FROM session
          """);
      statement.execute("SELECT book_acus(session, created_at, acus_consumed) FROM session");
      statement.execute(
          """
          INSERT INTO outpost (outpost_id, account_id, name) VALUES ('outpost_env-1', 'acct-1', 'o')
          """);
      statement.execute(
          """
          INSERT INTO queue_entry (session_id, account_id, outpost_id, kind, platform, network_policy, phase,
                                   session_status, position, removed_at)
          SELECT session_id, account_id, 'outpost_env-1', 'NEW', 'linux', '{}', 'PENDING', 'TERMINATED', 1, now()
            FROM session
          """);
      statement.execute("UPDATE session SET outpost_id = 'outpost_env-1'");
      statement.execute("VACUUM ANALYZE");
    }
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
    store.close();
  }

  @Test
  void useIsSummedFromTheDaysThatAreAskedFor() throws SQLException {
    assertThat(plan("ConsumptionSql.daily", Map.of()))
        .contains("acu_day_account", "acu_booking_pkey")
        .doesNotContain("Seq Scan");
    assertThat(plan("ConsumptionSql.daily", Map.of("orgId", "'org-1'")))
        .contains("acu_day_organization")
        .doesNotContain("Seq Scan");
    assertThat(plan("ConsumptionSql.daily", Map.of("ownerIds", "'{user-1}'")))
        .contains("acu_day_owner")
        .doesNotContain("Seq Scan");
    assertThat(plan("ConsumptionSql.daily", Map.of("sessionId", "'agent-1'")))
        .contains("acu_day_pkey")
        .doesNotContain("Seq Scan");
    assertThat(plan("ConsumptionSql.parts", Map.of())).doesNotContain("Seq Scan");
  }

  @Test
  void whoWasActiveIsReadFromTheIndexAlone() throws SQLException {
    for (String name : List.of("MetricsSql.active", "MetricsSql.activeBy")) {
      assertThat(plan(name, Map.of()))
          .contains("Index Only Scan using session_made")
          .doesNotContain("Seq Scan");
    }
  }

  @Test
  void sessionsAndPullRequestsAreFoundByTheirTime() throws SQLException {
    for (String name : List.of("sessions", "categories", "sessionCount", "searches")) {
      assertThat(plan("MetricsSql." + name, Map.of())).doesNotContain("Seq Scan");
    }
    assertThat(plan("MetricsSql.sessions", Map.of("orgId", "'org-1'"))).doesNotContain("Seq Scan");
    assertThat(plan("MetricsSql.pullRequests", Map.of()))
        .contains("pull_request_found")
        .doesNotContain("Seq Scan on pull_request");
  }

  @Test
  void sessionsAreCountedAsTheyComeAndNotReadForTheirPullRequestsWhenNothingIsAskedOfThem()
      throws SQLException {
    assertThat(plan("MetricsSql.sessions", Map.of()))
        .contains("HashAggregate")
        .doesNotContain("Sort Key: s.origin");
    assertThat(plan("MetricsSql.pullRequests", Map.of())).doesNotContain("session s");
    assertThat(plan("MetricsSql.pullRequests", Map.of("userIds", "'{user-1}'")))
        .contains("session s");
  }

  @Test
  void theQueueIsCountedWithoutReadingWhatLeftIt() throws SQLException {
    assertThat(plan("QueueHealthSql.waiting", Map.of()))
        .doesNotContain("Seq Scan on session", "Seq Scan on queue_entry");
  }

  /** The plan of a statement for a week of the whole account, but for these values. */
  private static String plan(String name, Map<String, String> values) throws SQLException {
    String sql =
        SqlStatement.all().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow()
            .sql();
    var all = new HashMap<>(WEEK);
    all.putAll(values);
    for (var value : all.entrySet()) {
      sql = sql.replaceAll(":" + value.getKey() + "\\b", value.getValue());
    }
    var lines = new StringJoiner("\n");
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("EXPLAIN " + sql)) {
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
    }
    return lines.toString();
  }
}
