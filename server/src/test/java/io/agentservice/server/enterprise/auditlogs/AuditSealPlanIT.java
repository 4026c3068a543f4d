package io.agentservice.server.enterprise.auditlogs;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.SqlStatement;
import io.agentservice.server.testing.TestDatabase;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a connection of a service's first minute, when its log was empty, does to a long log. */
class AuditSealPlanIT {
  /** So often PostgreSQL plans a statement before it asks itself whether to keep a plan. */
  private static final int UNTIL_A_PLAN_IS_KEPT = 6;

  private static final Pattern NAME = Pattern.compile("(?<!:):([a-zA-Z]+)");

  @ParameterizedTest
  @CsvSource({
    "unsealed, '(''a'', '''', 500)'",
    "records, '(''a'', ''{audit_log-1}'')'",
    "done, '(''a'', ''{audit_log-1}'')'"
  })
  void sealingReadsWhatWaitsAndNotTheLogHoweverTheTablesWereAtTheStart(
      String name, String arguments) throws SQLException {
    try (var database = TestDatabase.create();
        var connection = DriverManager.getConnection(database.jdbcUrl());
        var statement = connection.createStatement()) {
      statement.execute("VACUUM ANALYZE audit_log, audit_seal, audit_unsealed");
      connection.setAutoCommit(false);
      statement.execute(sql("lock").replace(":accountId", "'a'"));
      statement.execute("PREPARE p AS " + numbered(sql(name)));
      for (int i = 0; i < UNTIL_A_PLAN_IS_KEPT; i++) {
        statement.execute("EXECUTE p " + arguments);
      }
      statement.execute(
          """
          INSERT INTO audit_log (audit_log_id, account_id, action, data)
          SELECT 'audit_log-' || n, 'a', 'x', '{}' FROM generate_series(1, 20000) n
          """);
      statement.execute(
          """
          INSERT INTO audit_seal
          SELECT 'a', n, 'audit_log-' || n, 'previous', 'hash', now() FROM generate_series(2, 20000) n
          """);

      assertThat(plan(statement, "EXECUTE p " + arguments))
          .contains("Index")
          .doesNotContain("Seq Scan");
    }
  }

  /** With places where the names of arguments are. */
  private static String numbered(String sql) {
    var names = new ArrayList<String>();
    return NAME.matcher(sql)
        .replaceAll(found -> {
          if (!names.contains(found.group(1))) {
            names.add(found.group(1));
          }
          return "\\$" + (names.indexOf(found.group(1)) + 1);
        });
  }

  private static String sql(String name) {
    return SqlStatement.all().stream()
        .filter(statement -> statement.name().equals("AuditSealSql." + name))
        .findFirst()
        .orElseThrow()
        .sql();
  }

  private static String plan(Statement statement, String sql) throws SQLException {
    var lines = new StringBuilder();
    try (var rows = statement.executeQuery("EXPLAIN " + sql)) {
      while (rows.next()) {
        lines.append(rows.getString(1)).append('\n');
      }
    }
    return lines.toString();
  }
}
