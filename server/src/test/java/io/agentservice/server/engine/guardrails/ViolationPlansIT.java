package io.agentservice.server.engine.guardrails;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.SqlStatement;
import io.agentservice.server.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lists of violations read what they show and little more, however many there are. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ViolationPlansIT {
  private static final Pattern NAME = Pattern.compile("(?<![:\\w]):([a-zA-Z]+)");

  private TestDatabase database;
  private Connection connection;

  @BeforeAll
  void manyViolations() throws SQLException {
    database = TestDatabase.create();
    connection = DriverManager.getConnection(database.jdbcUrl());
    execute(
        """
        INSERT INTO guardrail_violation
        SELECT 'acct-1', i, 'org-' || i % 20, 'agent-' || i % 5000, 'event-' || i, 'rule-' || i % 10, 'n', 'command', 'm', 'r',
               1, 'logged', '2026-01-01'::timestamptz + i * interval '1 minute'
          FROM generate_series(1, 50000) i
        """);
    execute("ANALYZE guardrail_violation");
  }

  @AfterAll
  void close() throws SQLException {
    connection.close();
    database.close();
  }

  private void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String plan(String name, Map<String, String> given) throws Exception {
    var values = new HashMap<>(given);
    values.put("accountId", "'acct-1'");
    values.put("limit", "101");
    String sql =
        SqlStatement.all().stream()
            .filter(statement -> statement.name().equals("ViolationSql." + name))
            .findFirst()
            .orElseThrow()
            .sql();
    String literal =
        NAME.matcher(sql).replaceAll(found -> values.getOrDefault(found.group(1), "NULL"));
    var lines = new StringBuilder();
    try (var query = connection.createStatement();
        var rows = query.executeQuery("EXPLAIN " + literal)) {
      while (rows.next()) {
        lines.append(rows.getString(1)).append('\n');
      }
    }
    return lines.toString();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "newest, timeBefore, '2026-01-20'::timestamptz, guardrail_violation_newest",
        "oldest, timeAfter, '2026-01-20'::timestamptz, guardrail_violation_newest",
        "newest, orgId, 'org-7', guardrail_violation_organization",
        "oldest, orgId, 'org-7', guardrail_violation_organization",
        "newest, sessionId, 'agent-7', session_id",
        "newest, guardrailId, 'rule-7', guardrail_violation_newest"
      })
  void aPageIsReadByAnIndex(String statement, String filter, String value, String index)
      throws Exception {
    assertThat(plan(statement, Map.of(filter, value)))
        .contains(index)
        .doesNotContain("Seq Scan on guardrail_violation");
  }
}
