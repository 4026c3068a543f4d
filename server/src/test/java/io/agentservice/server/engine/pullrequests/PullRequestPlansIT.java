package io.agentservice.server.engine.pullrequests;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.SqlStatement;
import io.agentservice.server.testing.TestDatabase;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/** How PostgreSQL finds the few of many pull requests that are due. */
class PullRequestPlansIT {
  @Test
  void onlyThoseThatAreDueAreRead() throws SQLException {
    try (var store = TestDatabase.create();
        var connection = DriverManager.getConnection(store.jdbcUrl());
        var statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica"); // without their sessions
      statement.execute(
          """
          INSERT INTO pull_request (session_id, account_id, org_id, pr_url, taken_over, ask_at)
          SELECT 's' || n, 'a', 'o', 'u', false, now() + n * interval '1 second'
            FROM generate_series(1, 20000) AS n
          """);
      statement.execute("ANALYZE pull_request");
      var lines = new StringJoiner("\n");
      try (var rows = statement.executeQuery("EXPLAIN " + take())) {
        while (rows.next()) {
          lines.add(rows.getString(1));
        }
      }
      assertThat(lines.toString())
          .contains("Index Scan using pull_request_to_ask", "Index Cond: (ask_at <= now())")
          .doesNotContain("Seq Scan");
    }
  }

  private static String take() {
    return SqlStatement.all().stream()
        .filter(each -> each.name().equals("PullRequestSql.take"))
        .findFirst()
        .orElseThrow()
        .sql()
        .replace(":seconds", "300")
        .replace(":most", "20");
  }
}
