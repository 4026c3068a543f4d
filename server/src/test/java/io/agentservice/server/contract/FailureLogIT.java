package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.LogsErrors;
import io.agentservice.server.testing.OnOrganization;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What an operator finds in the log after a 500. */
@Isolated("reads the log of the whole process")
@LogsErrors("request failed")
class FailureLogIT extends OnOrganization {
  interface Trouble {
    @SqlUpdate("ALTER TABLE note ADD CONSTRAINT trouble CHECK (name <> 'private name') NOT VALID")
    void begin();

    @SqlUpdate("ALTER TABLE note DROP CONSTRAINT trouble")
    void end();
  }

  @Test
  void aFailureIsFoundByItsRequestIdWithOurFramesAndTheStatementButNoValues() {
    try (var database = server.openDatabase();
        var log = new LogCapture()) {
      database.useTransaction(tx -> tx.on(Trouble.class).begin());
      try {
        var refused =
            member
                .post(
                    path("knowledge/notes"),
                    json("name", "private name", "body", "private body", "trigger", "always"))
                .refused(500, "internal_error");

        assertThat(refused.body()).doesNotContain("Sql", "SQL", "constraint");
        var lines = log.from(Level.ERROR);
        assertThat(lines).hasSize(1);
        assertThat(lines.getFirst())
            .contains(
                "request_id=" + refused.header("X-Request-Id"),
                "NoteSql.insert",
                "violates check constraint",
                "at io.agentservice.server.context.knowledge.Notes.create")
            .doesNotContain("private name", "private body", "at org.jdbi", "at org.postgresql");
      } finally {
        database.useTransaction(tx -> tx.on(Trouble.class).end());
      }
    }
  }
}
