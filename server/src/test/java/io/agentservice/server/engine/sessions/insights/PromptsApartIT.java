package io.agentservice.server.engine.sessions.insights;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people said first in sessions beside each other. */
class PromptsApartIT extends OnStatements<SessionHistorySql> {
  PromptsApartIT() {
    super(SessionHistorySql.class);
  }

  @Test
  void aSessionThatNobodyAskedAnythingIsLeftOut() {
    row("message", "session_id", "agent-1", "source", "user", "message", "p", "position", 1);
    row("message", "session_id", "agent-2", "source", "agent", "message", "a", "position", 2);

    assertThat(
            askAll(sql -> sql.prompts(List.of(new SessionId("agent-1"), new SessionId("agent-2")))))
        .containsExactly(new SessionHistorySql.Prompt(new SessionId("agent-1"), "p"));
  }
}
