package io.agentservice.server.enterprise.consumption;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.SqlStatement;
import io.agentservice.server.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/** By which plan the sessions that used something are read where there are many. */
class SessionUsePlanIT {
  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String plan(Connection connection) throws SQLException {
    String sql =
        SqlStatement.all().stream()
            .filter(statement -> statement.name().equals("ConsumptionSql.sessions"))
            .findFirst()
            .orElseThrow()
            .sql()
            .replace(":accountId", "'account-1'")
            .replace(":first", "'2026-03-01'")
            .replace(":last", "'2026-03-31'")
            .replace(":before::text", "'agent-9'")
            .replace(":before", "'agent-9'")
            .replace(":limit", "201");
    var plan = new StringJoiner("\n");
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("EXPLAIN " + sql)) {
      while (rows.next()) {
        plan.add(rows.getString(1));
      }
    }
    return plan.toString();
  }

  @Test
  void aPieceReadsNoMoreThanItsSessionsHoweverManyThereAre() throws SQLException {
    try (var database = TestDatabase.create();
        var connection = DriverManager.getConnection(database.jdbcUrl())) {
      execute(connection, "INSERT INTO account (account_id, name) VALUES ('account-1', 'a')");
      execute(
          connection,
          "INSERT INTO organization (org_id, account_id, name) VALUES ('org-1', 'account-1', 'o')");
      execute(
          connection,
          """
          INSERT INTO session (session_id, account_id, org_id, status, origin)
          SELECT 'agent-' || lpad(to_hex(n), 32, '0'), 'account-1', 'org-1', 'EXIT', 'api'
            FROM generate_series(1, 20000) AS n
          """);
      execute(
          connection,
          """
          INSERT INTO acu_day (session_id, day, account_id, org_id, product, acus)
          SELECT session_id, date '2026-03-01' + (row_number() OVER () % 30)::int, account_id, org_id, 'agent', 1
            FROM session
          """);
      execute(connection, "VACUUM ANALYZE session, acu_day, organization");

      assertThat(plan(connection))
          .contains("Index Scan Backward using acu_day_pkey")
          .doesNotContain("Seq Scan on acu_day");
    }
  }
}
