package io.agentservice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.SqlStatement;
import io.agentservice.server.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.junit.jupiter.api.Test;

/**
 * Every SQL statement of the server is understood by a real PostgreSQL with the migrated schema.
 */
class EveryStatementPreparesIT {
  @Test
  void everyStatementOfEverySqlInterfaceIsPreparedByTheDatabase() throws Exception {
    var failures = new ArrayList<String>();
    var statements = SqlStatement.all();
    try (var database = TestDatabase.create();
        var connection = DriverManager.getConnection(database.jdbcUrl())) {
      for (var statement : statements) {
        prepare(connection, statement, failures);
      }
    }
    assertThat(failures).isEmpty();
    assertThat(statements).hasSizeGreaterThan(50);
  }

  private static void prepare(
      Connection connection, SqlStatement statement, List<String> failures) {
    var handle = Jdbi.create(connection).open();
    var context = handle.createUpdate(statement.sql()).getContext();
    var parsed = new ColonPrefixSqlParser().parse(statement.sql(), context);
    try (var prepared = connection.prepareStatement(parsed.getSql())) {
      var _ = prepared.getParameterMetaData().getParameterCount();
    } catch (SQLException e) {
      failures.add(statement.name() + ": " + e.getMessage());
    }
  }
}
