package io.agentservice.server.legacy.v2;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Sessions with what was found out about them, by version 2 (api-legacy.md 4). */
class InsightsOfVersion2IT extends OnVersion2 {
  private static final String ALL = V2 + "sessions/insights";

  private String create(String prompt) {
    return member.post(path("sessions"), json("prompt", prompt)).ok().text("/session_id");
  }

  private void analyzed(String id, String analysis) {
    server
        .given()
        .update(
            "INSERT INTO session_analysis (session_id, analysis) VALUES (?, ?::jsonb)",
            id,
            analysis);
  }

  private List<String> ids(String query) {
    return old.get(ALL + "?org_ids=" + org + query).ok().each("/session_id");
  }

  @Test
  void aSessionHasWhatItWasAskedFirstAndItsAnalysis() {
    String plain = create("Fix it");
    String known = create("Fix that");
    member.post(path("sessions/" + known + "/messages"), json("message", "and that")).ok();
    String step = json("title", "t", "description", "d", "color", "blue", "issue_id", null);
    String issue = json("id", "i", "issue", "slow", "impact", "low", "label", "l");
    String item = json("action_item", "a", "issue_id", "i", "type", "other");
    analyzed(
        known,
        """
        {"action_items":[%s],"classification":null,"issues":[%s],"note_usage":null,"suggested_prompt":null,
         "timeline":[%s]}
        """
            .formatted(item, issue, step));

    var list = old.get(ALL + "?org_ids=" + org).ok();

    assertThat(list.each("/session_id")).containsExactly(known, plain);
    assertThat(list.each("/initial_user_message")).containsExactly("Fix that", "Fix it");
    assertThat(list.at("/items/0/session_analysis").toString())
        .isEqualTo(
            "{\"suggested_prompt\":null,\"action_items\":[%s],\"issues\":[%s],\"timeline\":[%s]}"
                .formatted(item, issue, step));
    assertThat(list.at("/items/1/session_analysis").isNull()).isTrue();
    JsonNode session = old.get(ofOrg("sessions")).ok().at("/items/1");
    session
        .properties()
        .forEach(field ->
            assertThat(list.at("/items/1/" + field.getKey()))
                .as(field.getKey())
                .isEqualTo(field.getValue()));
    assertThat(list.header("Deprecation")).isEqualTo("@1767225600");
  }

  @Test
  void aSessionThatWasAskedNothingSaysNothing() {
    String id = create("Fix it");
    server.given().update("UPDATE message SET source = 'agent' WHERE session_id = ?", id);
    var list = old.get(ALL + "?org_ids=" + org).ok();
    assertThat(list.at("/items/0/initial_user_message").isNull()).isTrue();
  }

  @Test
  void theListIsOrderedFilteredAndPagedAsThatOfSessions() {
    String first = create("a");
    String second = create("b");
    assertThat(ids("&sort_order=asc")).containsExactly(first, second);
    assertThat(ids("&sort_order=asc&skip=1&limit=1")).containsExactly(second);
    assertThat(ids("&limit=1")).containsExactly(second);
    assertThat(ids("&session_ids=" + first)).containsExactly(first);
    assertThat(ids("&created_before=2026-01-01")).isEmpty();
    old.get(ALL + "?sort_order=up&created_after=x")
        .invalid("query.sort_order enum", "query.created_after format");
  }

  @Test
  void aPageEndsAlsoByTheBytesOfWhatWasAskedFirst() {
    for (int i = 0; i < 3; i++) {
      create("p");
    }
    server
        .given()
        .update(
            """
            UPDATE message SET message = repeat('x', 3000000)
             WHERE session_id IN (SELECT session_id FROM session WHERE org_id = ?)
            """,
            org.value());
    var page = old.get(ALL + "?org_ids=" + org).ok();
    assertThat(page.at("/items").size()).isEqualTo(2);
    assertThat(page.at("/next_cursor").intValue()).isEqualTo(2);
    assertThat(ids("&skip=2")).hasSize(1);
  }
}
