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

  @Test
  void anEntryThatAgreesIsLeftAlone() {
    stand("agent-1", "NEW", "PENDING", "PENDING", null, null);
    stand("agent-2", "RESUMING", "PENDING", "PENDING", null, null);
    stand("agent-3", "RUNNING", "CLAIMED", "RUNNING", "w", "now");
    stand("agent-4", "CLAIMED", "CLAIMED", "PENDING", "w", "now");

    assertThat(askAll(ReconcilerSql::disagreeing)).isEmpty();
  }

  @Test
  void eachWayToDisagreeIsSeen() {
    stand("agent-1", "NEW", "CLAIMED", "PENDING", "w", "now");
    stand("agent-2", "CLAIMED", "PENDING", "PENDING", null, null);
    stand("agent-3", "RUNNING", "CLAIMED", "RUNNING", null, "now");
    stand("agent-4", "RUNNING", "CLAIMED", "RUNNING", "w", null);
    stand("agent-5", "SUSPENDED", "CLAIMED", "RUNNING", "w", "now");

    assertThat(askAll(ReconcilerSql::disagreeing)).hasSize(5);
  }

  private void stand(
      String id, String status, String phase, String state, String acceptor, String deadline) {
    row("session", "session_id", id, "status", status, "outpost_id", "outpost-1");
    row(
        "queue_entry",
        "session_id",
        id,
        "phase",
        phase,
        "session_status",
        state,
        "acceptor_id",
        acceptor,
        "claim_deadline",
        deadline);
  }

  @Test
  void theEntryOfAnotherIsNoneOfItsOwn() {
    stand("agent-1", "RUNNING", "CLAIMED", "RUNNING", "w", "now");
    row("session", "session_id", "agent-2", "status", "RUNNING");

    assertThat(askAll(ReconcilerSql::forgotten)).containsExactly(new SessionId("agent-2"));
  }

  @Test
  void whoWaitsForAPlaceIsNotForgottenByAnyQueue() {
    row("session", "session_id", "agent-1", "status", "NEW", "outpost_id", null);
    row("session", "session_id", "agent-2", "status", "NEW", "outpost_id", "outpost-1");
    row("session", "session_id", "agent-3", "status", "SUSPENDED", "outpost_id", "outpost-1");

    assertThat(askAll(ReconcilerSql::forgotten)).containsExactly(new SessionId("agent-2"));
  }
}
