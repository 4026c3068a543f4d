package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Takes messages back that the agent has not read (design/web.md 7.2). */
class WithdrawnMessageIT extends OnOutpost {
  private String one() {
    return path("sessions/" + session());
  }

  private String said(String one, String text) {
    admin.post(one + "/messages", json("message", text)).ok();
    var all = admin.get(one + "/messages").ok();
    return one + "/messages/" + all.each("/event_id").getLast();
  }

  private static String id(String one) {
    return one.substring(one.lastIndexOf('/') + 1);
  }

  /** As one whose agent has ended its turn, by the event of that type. */
  private void atRest(String one, String type, String detail) {
    claim(id(one), "w").ok();
    server
        .given()
        .update("UPDATE message SET delivery = 'delivered' WHERE session_id = ?", id(one));
    server
        .given()
        .update(
            """
            UPDATE session SET status = 'RUNNING', status_detail = ?, last_seq = last_seq + 1 WHERE session_id = ?
            """,
            detail,
            id(one));
    server
        .given()
        .update(
            """
            INSERT INTO event (session_id, seq, epoch, type, data)
            SELECT session_id, last_seq, epoch, ?, '{}'::jsonb FROM session WHERE session_id = ?
            """,
            type,
            id(one));
  }

  @Test
  void aMessageThatWaitsIsGoneAndAnsweredAsItWas() {
    String one = one();
    String message = said(one, "also the docs");

    var withdrawn = admin.delete(message).ok();

    assertThat(withdrawn.text("/message")).isEqualTo("also the docs");
    assertThat(withdrawn.text("/delivery")).isEqualTo("queued");
    assertThat(admin.get(one + "/messages").ok().each("/message")).containsExactly("p");
    admin.delete(message).refused(404, "message_not_found");
    assertThat(admin.get(one + "/events").ok().each("/type")).contains("message_withdrawn");
  }

  @Test
  void oneThatTheAgentHasStays() {
    String one = one();
    String message = said(one, "too late");
    server
        .given()
        .update("UPDATE message SET delivery = 'delivered' WHERE session_id = ?", id(one));

    admin.delete(message).refused(409, "already_delivered");

    assertThat(admin.get(one + "/messages").ok().each("/message")).hasSize(2);
  }

  @Test
  void thePromptStays() {
    String one = one();
    String prompt = admin.get(one + "/messages").ok().text("/items/0/event_id");

    admin.delete(one + "/messages/" + prompt).refused(409, "is_prompt");
  }

  @ParameterizedTest
  @CsvSource({
    "waiting,WAITING_FOR_USER",
    "finished,FINISHED",
  })
  void anAgentThatRestedRestsAgain(String type, String detail) {
    String one = one();
    atRest(one, type, detail);
    String message = said(one, "wait, no");
    assertThat(admin.get(one).ok().text("/status_detail")).isEqualTo("working");

    admin.delete(message).ok();

    assertThat(admin.get(one).ok().text("/status_detail")).isEqualToIgnoringCase(detail);
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM session WHERE session_id = ? AND idle_since IS NOT NULL",
                    id(one)))
        .isEqualTo(1);
  }

  @Test
  void anAgentThatWorksGoesOnWorking() {
    String one = one();
    atRest(one, "tool_result", "WORKING");
    String message = said(one, "wait, no");

    admin.delete(message).ok();

    assertThat(admin.get(one).ok().text("/status_detail")).isEqualTo("working");
  }

  @Test
  void anAgentThatRestsStillHasSomethingToDoWhileAnotherMessageWaits() {
    String one = one();
    atRest(one, "waiting", "WAITING_FOR_USER");
    said(one, "this");
    String message = said(one, "not that");

    admin.delete(message).ok();

    assertThat(admin.get(one).ok().text("/status_detail")).isEqualTo("working");
  }

  @Test
  void whoeverMayNotWriteOrDoesNotKnowTheSessionTakesNothingBack() {
    String one = one();
    String message = said(one, "m");
    var viewer = server.as(server.given().key(org, role("ViewOrgSessions")));
    viewer.delete(message).refused(403, "permission_denied");
    String other = one();
    admin.delete(other + message.substring(one.length())).refused(404, "message_not_found");
    admin.delete(one + "/messages/event-" + "0".repeat(32)).refused(404, "message_not_found");
  }
}
