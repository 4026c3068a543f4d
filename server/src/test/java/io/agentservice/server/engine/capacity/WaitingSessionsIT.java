package io.agentservice.server.engine.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** Which sessions wait for a machine, and for how long. */
class WaitingSessionsIT extends OnStatements<QueueHealthSql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");

  WaitingSessionsIT() {
    super(QueueHealthSql.class);
  }

  private void session(String id, String status, String made) {
    row(
        "session",
        "session_id",
        id,
        "account_id",
        ACCOUNT,
        "outpost_id",
        "outpost-1",
        "status",
        status,
        "created_at",
        made);
  }

  private void entry(String session, String removed) {
    row(
        "queue_entry",
        "session_id",
        session,
        "account_id",
        ACCOUNT,
        "session_status",
        "PENDING",
        "removed_at",
        removed);
  }

  @Test
  void whoseEntryIsATombstoneDoesNotWait() {
    session("agent-1", "NEW", "now");
    session("agent-2", "NEW", "now");
    entry("agent-1", "now");
    entry("agent-2", null);

    assertThat(ask(sql -> sql.waiting(ACCOUNT)).sessions()).isEqualTo(1);
  }

  @Test
  void whoIsToBeWokenWaitsSinceItsOwnLastChange() {
    session("agent-1", "RESUMING", "epoch");
    session("agent-2", "RUNNING", "epoch");
    entry("agent-1", null);
    row("event", "session_id", "agent-1", "seq", 1, "type", "status", "created_at", "now");
    row("event", "session_id", "agent-2", "seq", 9, "type", "status", "created_at", "epoch");

    assertThat(ask(sql -> sql.waiting(ACCOUNT)).oldestWaitSeconds()).isLessThan(3600);
  }
}
