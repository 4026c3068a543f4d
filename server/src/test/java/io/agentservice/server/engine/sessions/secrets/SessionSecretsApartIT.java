package io.agentservice.server.engine.sessions.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** What a session was given for itself. */
class SessionSecretsApartIT extends OnStatements<SessionSecretSql> {
  SessionSecretsApartIT() {
    super(SessionSecretSql.class);
  }

  @Test
  void aSessionGetsItsOwnAlone() {
    row("session_secret", "session_id", "agent-1", "key", "A", "value", "\\x01");
    row("session_secret", "session_id", "agent-2", "key", "B", "value", "\\x02");

    assertThat(askAll(sql -> sql.of(new SessionId("agent-2"))))
        .extracting(SessionSecretSql.SecretRow::key)
        .containsExactly("B");
  }
}
