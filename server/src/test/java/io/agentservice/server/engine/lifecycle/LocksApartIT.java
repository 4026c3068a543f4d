package io.agentservice.server.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions that are held beside each other. */
class LocksApartIT extends OnStatements<LockSql> {
  private static final SessionId ONE = new SessionId("agent-1");
  private static final SessionId OTHER = new SessionId("agent-2");

  LocksApartIT() {
    super(LockSql.class);
  }

  @Test
  void theEntryOfASessionIsItsOwn() {
    for (var id : List.of(ONE, OTHER)) {
      row(
          "queue_entry",
          "session_id",
          id,
          "kind",
          "NEW",
          "phase",
          "CLAIMED",
          "session_status",
          "RUNNING",
          "outpost_id",
          "outpost-1",
          "acceptor_id",
          "of " + id);
    }

    assertThat(askOne(sql -> sql.entry(OTHER)).orElseThrow().acceptorId()).isEqualTo("of agent-2");
  }

  @Test
  void thoseAloneAreHeldThatAreToBePlaced() {
    var wish = new TransitionSql.Wish(new AccountId("acct-1"), new OrgId("org-1"), null, null);
    for (var id : List.of(ONE, OTHER)) {
      row("session", "session_id", id, "account_id", "acct-1", "org_id", "org-1", "status", "NEW");
    }

    assertThat(askAll(sql -> sql.lockUnplaced(wish, List.of(OTHER))))
        .extracting(LockSql.Session::id)
        .containsExactly(OTHER);
    assertThat(free("session", "session_id", sql -> sql.lockUnplaced(wish, List.of(OTHER))))
        .containsExactly("agent-1");
  }
}
