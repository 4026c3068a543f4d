package io.agentservice.server.engine.sessions.insights;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.TestDatabase;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who makes the insights of a session. */
class HeldInsightsIT {
  @Test
  void aServerHoldsOnToWhatItMakesAndToNothingElse() throws Exception {
    try (var test = TestDatabase.create();
        var database = Database.open(test.jdbcUrl());
        var connection = DriverManager.getConnection(test.jdbcUrl());
        var statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica"); // sessions need not be there
      statement.execute(
          "INSERT INTO session_analysis (session_id, held_until) VALUES ('agent-1', 'epoch'), ('agent-2', 'epoch')");

      int held =
          database.with(InsightSql.class, sql -> sql.hold(List.of(new SessionId("agent-1"))));

      assertThat(held).isEqualTo(1);
      assertThat(takenUp(database)).contains(new SessionId("agent-2"));
      assertThat(takenUp(database)).isEmpty();
    }
  }

  private static Optional<SessionId> takenUp(Database database) {
    return database.with(InsightSql.class, InsightSql::takeUp).map(InsightSql.Due::sessionId);
  }
}
