package io.agentservice.server.engine.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** Sessions of an organization that is erased. */
class ErasedSessionsIT extends OnStatements<SessionErasureSql> {
  private static final OrgId ONE = new OrgId("org-1");

  ErasedSessionsIT() {
    super(SessionErasureSql.class);
  }

  @Test
  void thoseAreErasedThatStandInNoQueueAnyMoreAndAreItsOwn() {
    row("session", "session_id", "agent-1", "org_id", ONE);
    row("session", "session_id", "agent-2", "org_id", ONE);
    row("session", "session_id", "agent-3", "org_id", "org-2");
    row("queue_entry", "session_id", "agent-2");

    assertThat(askAll(sql -> sql.forgotten(ONE, 10))).containsExactly(new SessionId("agent-1"));
    assertThat(askIf(sql -> sql.anyLeft(ONE))).isTrue();
    assertThat(askIf(sql -> sql.anyLeft(new OrgId("org-3")))).isFalse();
  }
}
