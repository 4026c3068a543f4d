package io.agentservice.server.base.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a start runs Flyway, which takes long to load, and when it refuses to. */
class SchemaIT {
  private TestDatabase database = TestDatabase.create();

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void aDatabaseThatIsCurrentIsLeftAlone() throws Exception {
    assertThat(migrates()).isFalse();
  }

  @Test
  void anEmptyDatabaseIsMigrated() throws Exception {
    database.close();
    database = TestDatabase.empty();

    assertThat(migrates()).isTrue();
  }

  @Test
  void aDatabaseThatLacksTheNewestMigrationIsMigrated() throws Exception {
    run(
        "DELETE FROM flyway_schema_history WHERE installed_rank ="
            + " (SELECT max(installed_rank) FROM flyway_schema_history)");

    assertThat(migrates()).isTrue();
  }

  @Test
  void aMigrationThatWasAnotherOneIsForFlywayToJudge() throws Exception {
    run("UPDATE flyway_schema_history SET checksum = checksum + 1 WHERE version = '001'");

    assertThat(migrates()).isTrue();
    assertThatThrownBy(() -> Database.open(database.jdbcUrl()))
        .hasMessageContaining("checksum mismatch");
  }

  @Test
  void aDatabaseOfALaterReleaseIsRefusedWithWhatToDo() throws Exception {
    run(
        "INSERT INTO flyway_schema_history SELECT 999, '999', 'later', 'SQL', 'V999__later.sql', 1,"
            + " 'agent', now(), 1, true");

    assertThatThrownBy(() -> Database.open(database.jdbcUrl()))
        .isInstanceOf(NewerSchemaException.class)
        .hasMessageStartingWith(
            "The database has been brought to version 999 by a newer release; this one knows up to ")
        .hasMessageContaining("Start that release or a later one");
  }

  /** PostgreSQL from 15.20, 17.12 and the like on would not alter the table. */
  @Test
  void noFunctionWhoseBodyIsParsedKeepsATableFromBeingAltered() throws Exception {
    database.close();
    database = TestDatabase.empty();
    var address = DatabaseAddress.of(database.jdbcUrl());

    Schema.migrate(address, 31);
    assertThat(parsedFunctionsOfRows()).isEqualTo(1);

    Schema.migrate(address);
    assertThat(parsedFunctionsOfRows()).isZero();
  }

  private int parsedFunctionsOfRows() throws SQLException {
    try (var connection = connection();
        var statement = connection.createStatement();
        var counted =
            statement.executeQuery(
                "SELECT count(*) FROM pg_proc WHERE prosqlbody IS NOT NULL AND pronamespace ="
                    + " current_schema()::regnamespace AND EXISTS (SELECT FROM pg_type WHERE pg_type.oid = ANY (proargtypes) AND typtype = 'c')")) {
      counted.next();
      return counted.getInt(1);
    }
  }

  private boolean migrates() throws SQLException {
    boolean[] migrated = new boolean[1];
    try (var connection = connection()) {
      Schema.bundled().ensure(connection, () -> migrated[0] = true);
    }
    return migrated[0];
  }

  private void run(String sql) throws SQLException {
    try (var connection = connection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connection() throws SQLException {
    return DriverManager.getConnection(database.jdbcUrl());
  }
}
