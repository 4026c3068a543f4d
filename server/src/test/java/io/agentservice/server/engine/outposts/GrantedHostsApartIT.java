package io.agentservice.server.engine.outposts;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one session was allowed is nothing to another. */
class GrantedHostsApartIT extends OnStatements<GrantedHostSql> {
  private static final SessionId ONE = new SessionId("agent-1");
  private static final SessionId OTHER = new SessionId("agent-2");

  GrantedHostsApartIT() {
    super(GrantedHostSql.class);
  }

  @Test
  void hostsAreKeptCountedAndErasedBySession() {
    row("granted_host", "session_id", OTHER, "host", "a.test");
    row("granted_host", "session_id", OTHER, "host", "b.test");

    tell(sql -> sql.insert(ONE, "a.test", 2));
    tell(sql -> sql.insert(ONE, "c.test", 2));
    tell(sql -> sql.insert(ONE, "d.test", 2));
    assertThat(askAll(sql -> sql.of(List.of(ONE))))
        .extracting("host")
        .containsExactly("a.test", "c.test");
    assertThat(askAll(sql -> sql.of(List.of(ONE, OTHER)))).hasSize(4);

    tell(sql -> sql.erase(List.of(ONE)));
    assertThat(values("granted_host", "session_id || host"))
        .containsExactly("agent-2a.test", "agent-2b.test");
  }
}
