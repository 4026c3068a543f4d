package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import org.junit.jupiter.api.Test;

/** Row 35 of sessions.md by the interface. */
class InterruptIT extends OnOutpost {
  private String working() {
    String session = session();
    server
        .given()
        .update(
            "UPDATE session SET status = 'RUNNING', status_detail = 'WORKING' WHERE session_id = ?",
            session);
    server.given().update("DELETE FROM message WHERE session_id = ?", session);
    return path("sessions/" + session);
  }

  @Test
  void anAgentThatWorksWaitsForItsUserAfterwards() {
    String session = working();

    var shown = admin.post(session + "/interrupt", "").ok();

    assertThat(shown.text("/status")).isEqualTo("running");
    assertThat(shown.text("/status_detail")).isEqualTo("waiting_for_user");
    assertThat(admin.get(session + "/events").ok().each("/type")).contains("interrupt", "status");
    admin.post(session + "/interrupt", "").refused(409, "not_working");
  }

  @Test
  void withAMessageItGoesOnWithThat() {
    String session = working();

    var shown = admin.post(session + "/interrupt", json("message", "this instead")).ok();

    assertThat(shown.text("/status_detail")).isEqualTo("working");
    assertThat(admin.get(session + "/messages").ok().each("/message"))
        .containsExactly("this instead");
  }

  @Test
  void aSessionThatDoesNotRunIsNotInterrupted() {
    String session = path("sessions/" + session());
    admin.post(session + "/interrupt", json("message", "x")).refused(409, "not_working");
    assertThat(admin.get(session + "/messages").ok().each("/message")).doesNotContain("x");
  }
}
