package io.agentservice.server.enterprise.auditlogs;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** What an upgrade does with records that nobody noted to be sealed (ADR 35). */
class UnsealedRecordsIT {
  private static final String RECORD =
      "INSERT INTO audit_log (audit_log_id, account_id, action, data) VALUES ('%s', 'a', 'x', '{}')";

  @Test
  void recordsOfBeforeAreNotedOnceUnlessTheyAreSealed() throws Exception {
    try (var database = TestDatabase.create();
        var connection = DriverManager.getConnection(database.jdbcUrl());
        var statement = connection.createStatement()) {
      statement.execute("DROP TRIGGER audit_log_unsealed ON audit_log");
      statement.execute("DROP FUNCTION note_unsealed");
      for (String id : new String[] {"forgotten", "noted", "sealed"}) {
        statement.execute(RECORD.formatted(id));
      }
      statement.execute("INSERT INTO audit_unsealed VALUES ('a', 'noted')");
      statement.execute("INSERT INTO audit_seal VALUES ('a', 1, 'sealed', '', '', now())");

      connection.setAutoCommit(false); // as migrations run
      statement.execute(migration());
      connection.commit();
      statement.execute(RECORD.formatted("later"));

      var noted = new ArrayList<String>();
      try (var rows =
          statement.executeQuery("SELECT audit_log_id FROM audit_unsealed ORDER BY audit_log_id")) {
        while (rows.next()) {
          noted.add(rows.getString(1));
        }
      }
      assertThat(noted).containsExactly("forgotten", "later", "noted");
    }
  }

  private static String migration() throws Exception {
    try (var file =
        UnsealedRecordsIT.class.getResourceAsStream(
            "/db/migration/V055__audit_unsealed_by_trigger.sql")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
