package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An organization's limit of sessions that neither sleep nor are over (sessions.md 1). */
class ActiveSessionsIT extends OnOrganization {
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_MAX_ACTIVE_SESSIONS", "2");
  }

  private Reply create() {
    return member.post(path("sessions"), json("prompt", "p")).ok();
  }

  private String one(Reply session) {
    return path("sessions/" + session.text("/session_id"));
  }

  @Test
  void aSessionBeyondTheLimitSleepsUntilAnotherIsOver() {
    var first = create();
    assertThat(create().text("/status")).isEqualTo("new");
    var third = create();
    assertThat(third.text("/status")).isEqualTo("suspended");
    assertThat(third.text("/status_detail")).isEqualTo("total_session_limit_exceeded");

    String messages = one(third) + "/messages";
    member.post(messages, json("message", "m")).refused(409, "usage_limit_exceeded");
    member.delete(one(first)).ok();
    member.post(messages, json("message", "m")).ok();

    assertThat(member.get(one(third)).ok().text("/status")).isEqualTo("resuming");
  }

  @Test
  void whatSleepsAndWhatOthersHaveCountsForNothing() {
    server
        .admin()
        .post(
            "/v3/organizations/" + server.given().organization() + "/sessions", json("prompt", "p"))
        .ok();
    create();
    member.post(one(create()) + "/archive", "").ok();

    assertThat(create().text("/status")).isEqualTo("new");
    assertThat(create().text("/status")).isEqualTo("suspended");
  }
}
