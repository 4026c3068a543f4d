package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session goes on from what another one has said and done (web.md 7.2). */
class ForkIT extends OnOutpost {
  private String session;

  @BeforeEach
  void aSessionWithAPast() {
    session =
        admin
            .post(
                path("sessions"),
                """
                {"prompt": "Water the plants", "title": "Plants", "tags": ["green"], "max_acu_limit": 7, "repos": ["acme/shop"],
                 "session_secrets": [{"key": "K", "value": "swordfish"}]}
                """)
            .ok()
            .text("/session_id");
    happened("user_message", json("event_id", "event-" + "1".repeat(32), "text", "Water them"));
    happened(
        "model_turn",
        """
        {"parts": [{"type": "tool_use", "id": "c1", "name": "bash", "input": {"command": "true"}}], "dollars": 0, "duration_millis": 1}
        """);
    happened("tool_intent", json("call_id", "c1", "command_id", "event-" + "2".repeat(32)));
  }

  private void called() {
    happened("tool_result", "{\"call_id\": \"c1\", \"content\": [], \"error\": false}");
  }

  private void happened(String type, String data) {
    happened(session, type, data);
  }

  private Reply fork(String body) {
    return admin.post(path("sessions/" + session + "/fork"), body);
  }

  private String types(String of) {
    return server
        .given()
        .text(
            "SELECT string_agg(type, ' ' ORDER BY seq) FROM event WHERE session_id = ? AND type <> 'status'",
            of);
  }

  private long last() {
    return server.given().number("SELECT last_seq FROM session WHERE session_id = ?", session);
  }

  @Test
  void aForkIsTheSameTaskAndGoesOnWithTheMessage() {
    called();

    var made = fork(json("message", "And the trees")).ok();

    String id = made.text("/session_id");
    assertThat(made.text("/forked_from/session_id")).isEqualTo(session);
    assertThat(made.at("/forked_from/seq").longValue()).isEqualTo(last());
    assertThat(made.text("/title")).isEqualTo("Plants");
    assertThat(made.each("/tags", "")).containsExactly("green");
    assertThat(made.text("/status")).isEqualTo("new");
    assertThat(admin.get(path("sessions/" + id + "/usage")).ok().at("/models").size()).isZero();
    assertThat(admin.get(path("sessions/" + id + "/messages")).ok().each("/message"))
        .containsExactly("And the trees");
    assertThat(types(id)).endsWith("user_message model_turn tool_intent tool_result");
    assertThat(
            server
                .given()
                .number("SELECT count(*) FROM event WHERE session_id = ? AND epoch <> 0", id))
        .isZero();
    assertThat(server.given().text("SELECT repos::text FROM session WHERE session_id = ?", id))
        .isEqualTo("{acme/shop}");
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM session_secret WHERE session_id = ? AND key = 'K'", id))
        .isEqualTo(1);
    assertThat(admin.get(path("sessions/" + session)).ok().at("/forked_from").isNull()).isTrue();
  }

  @Test
  void aCallThatWasOpenStaysBehind() {
    String open = fork("{}").ok().text("/session_id");

    assertThat(types(open)).endsWith("user_message");
    called();
    String whole = fork("").ok().text("/session_id");
    assertThat(types(whole)).endsWith("tool_result");
    String early = fork(json("at_seq", last() - 1)).ok().text("/session_id");
    assertThat(types(early)).endsWith("user_message");
    assertThat(admin.get(path("sessions/" + early + "/messages")).ok().each("/message"))
        .containsExactly("Go on from here.");
  }

  @Test
  void aForkOfAForkAndOfASessionThatHasEnded() {
    called();
    String first = fork("{}").ok().text("/session_id");
    happened("work_saved", json("directory", ".", "tree", "1".repeat(40), "size_bytes", 1));
    assertThat(types(fork("{}").ok().text("/session_id"))).endsWith("work_saved");
    admin.post(path("sessions/" + session + "/terminate"), "").ok();
    assertThat(types(fork("{}").ok().text("/session_id"))).endsWith("tool_result");
    session = first;

    var second = fork(json("title", "Other", "max_acu_limit", 3)).ok();

    assertThat(second.text("/title")).isEqualTo("Other");
    assertThat(second.text("/forked_from/session_id")).isEqualTo(first);
    assertThat(types(second.text("/session_id"))).endsWith("tool_result");
  }

  @Test
  void aForkNamesTheFilesOfItsOrigin() {
    String attachment =
        admin.upload(path("attachments"), "a.txt", new byte[] {1}).ok().text("/attachment_id");
    server
        .given()
        .update(
            "INSERT INTO session_attachment (session_id, attachment_id, call_id) VALUES (?, ?, 'work:0:.')",
            session,
            attachment);

    String fork = fork("{}").ok().text("/session_id");

    assertThat(
            server
                .given()
                .text(
                    "SELECT string_agg(session_id, ' ' ORDER BY created_at) FROM session_attachment JOIN session USING (session_id) WHERE attachment_id = ?",
                    attachment))
        .isEqualTo(session + " " + fork);
  }

  @Test
  void badRequestsAreRefused() {
    fork(json("at_seq", last() + 1)).invalid("body.at_seq too_large");
    fork(json("at_seq", 0)).invalid("body.at_seq too_small");
    fork(json("message", "")).invalid("body.message too_short");
    fork(json("title", "x".repeat(257))).invalid("body.title too_long");
    fork(json("max_acu_limit", 0)).invalid("body.max_acu_limit too_small");
    admin
        .post(path("sessions/agent-" + "0".repeat(32) + "/fork"), "{}")
        .refused(404, "session_not_found");
  }
}
