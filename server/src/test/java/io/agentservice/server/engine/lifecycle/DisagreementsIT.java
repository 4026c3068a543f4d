package io.agentservice.server.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** Entries that do not agree with their sessions. */
class DisagreementsIT extends OnStatements<ReconcilerSql> {
  DisagreementsIT() {
    super(ReconcilerSql.class);
  }

  @Test
  void aTombstoneDisagreesWithNobody() {
    disagreeing("agent-1", "now");
    assertThat(askAll(ReconcilerSql::disagreeing)).isEmpty();

    disagreeing("agent-2", null);
    assertThat(askAll(ReconcilerSql::disagreeing)).containsExactly(new SessionId("agent-2"));
  }

  private void disagreeing(String id, String removed) {
    row("session", "session_id", id, "status", "EXIT");
    row(
        "queue_entry",
        "session_id",
        id,
        "phase",
        "PENDING",
        "session_status",
        "RUNNING",
        "removed_at",
        removed);
  }
}
