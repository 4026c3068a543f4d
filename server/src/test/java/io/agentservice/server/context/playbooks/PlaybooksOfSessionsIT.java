package io.agentservice.server.context.playbooks;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a session has of a playbook (api-org.md 1.2, 4). */
class PlaybooksOfSessionsIT extends OnOrganization {
  private String playbook;

  @BeforeEach
  void playbook() {
    String body =
        json(
            "name",
            "Release",
            "body",
            "Do it.",
            "structured_output_schema",
            fields("type", "object"));
    playbook = member.post(path("playbooks"), body).ok().text("/playbook_id");
  }

  private Reply session(String more) {
    return member.post(path("sessions"), "{\"prompt\":\"p\"%s}".formatted(more)).ok();
  }

  private String stored(Reply session, String column) {
    String id = session.text("/session_id");
    return server
        .given()
        .text(
            "SELECT coalesce(%s::text, '') FROM session WHERE session_id = ?".formatted(column),
            id);
  }

  @Test
  void aSessionKeepsThePlaybookAsItWasWhenItWasCreated() {
    var session = session(",\"playbook_id\":\"%s\"".formatted(playbook));
    assertThat(session.text("/playbook_id")).isEqualTo(playbook);
    assertThat(session.at("/is_advanced").booleanValue()).isFalse();
    member.delete(path("playbooks/" + playbook)).ok();
    assertThat(stored(session, "playbook_text")).isEqualTo("Release\n\nDo it.");
    assertThat(member.get(path("sessions/" + session.text("/session_id"))).text("/playbook_id"))
        .isEqualTo(playbook);
    assertThat(member.get(path("sessions?playbook_id=" + playbook)).ok().at("/total").longValue())
        .isEqualTo(1);
  }

  @Test
  void aSchemaOfItsOwnGoesBeforeThatOfThePlaybook() {
    var byPlaybook = session(",\"playbook_id\":\"%s\"".formatted(playbook));
    assertThat(stored(byPlaybook, "structured_output_schema")).isEqualTo("{\"type\": \"object\"}");
    var own =
        session(
            ",\"playbook_id\":\"%s\",\"structured_output_schema\":{\"type\":\"array\"}"
                .formatted(playbook));
    assertThat(stored(own, "structured_output_schema")).isEqualTo("{\"type\": \"array\"}");
  }

  @Test
  void childrenGetTheChildPlaybookUnlessTheyNameOne() {
    var parent = session(",\"child_playbook_id\":\"%s\"".formatted(playbook));
    assertThat(parent.at("/is_advanced").booleanValue()).isTrue();
    assertThat(parent.text("/playbook_id")).isNull();
    String ofParent = ",\"parent_session_id\":\"%s\"".formatted(parent.text("/session_id"));
    String plain = session("").text("/session_id");
    assertThat(session(",\"parent_session_id\":\"%s\"".formatted(plain)).text("/playbook_id"))
        .isNull();
    var child = session(ofParent);
    assertThat(child.text("/playbook_id")).isEqualTo(playbook);
    assertThat(stored(child, "playbook_text")).contains("Do it.");
    String other =
        member.post(path("playbooks"), json("name", "o", "body", "b")).ok().text("/playbook_id");
    assertThat(session(ofParent + ",\"playbook_id\":\"%s\"".formatted(other)).text("/playbook_id"))
        .isEqualTo(other);
    member.delete(path("playbooks/" + playbook)).ok();
    assertThat(session(ofParent).text("/playbook_id")).isNull();
  }
}
