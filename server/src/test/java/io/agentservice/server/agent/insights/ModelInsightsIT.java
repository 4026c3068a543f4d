package io.agentservice.server.agent.insights;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.agent.loop.log.LoopEvent.Finished;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Insights by a model: what it is asked, what becomes of its report, what it costs. */
class ModelInsightsIT extends OnOrganization {
  private static final String REPORT =
      """
      {"classification":{"category":"security","confidence":0.9,"programming_languages":["Go"],"tools_and_frameworks":[]},
       "issues":[{"id":"i1","issue":"swordfish was printed","impact":"high","label":"leak"}],
       "action_items":[{"action_item":"Rotate it","issue_id":"i1","type":"other"},{"action_item":"x","issue_id":"i9","type":"knowledge"}],
       "timeline":[{"title":"Start","description":"a","color":"blue","issue_id":null}],
       "note_usage":{"good_usages":[{"note_id":"%s","message":"m","reason":"r"},{"note_id":"note-x","message":"m","reason":"r"}],
                     "bad_usages":[]},
       "suggested_prompt":{"suggested_prompt":"Say which one","feedback_items":[]}}
      """;

  private final OpenAiWireServer model = new OpenAiWireServer();
  private String id;
  private String note;

  /** Ten tokens in and five out of each reply of the model make two dollars. */
  @Override
  protected Map<String, String> settings() {
    var settings = new HashMap<>(model.settings("gpt-5"));
    settings.put("AGENT_MODEL_PRICE", "100000,200000,0,0");
    return settings;
  }

  @AfterAll
  void close() {
    model.close();
  }

  @BeforeEach
  void session() {
    note =
        member
            .post(path("knowledge/notes"), json("name", "How to", "body", "b", "trigger", "t"))
            .ok()
            .text("/note_id");
    id =
        member
            .post(
                path("sessions"),
                json("prompt", "Log in", "session_secrets", fields("TOKEN", "swordfish")))
            .ok()
            .text("/session_id");
    server
        .given()
        .update(
            "UPDATE organization SET max_session_acu_limit = NULL WHERE org_id = ?", org.value());
    new LoggedSession()
        .asks("Log in")
        .runs("login", 1, "refused")
        .ends(new Finished("Could not", null))
        .writeTo(server.given(), id);
  }

  private String generate() {
    return member.post(path("sessions/" + id + "/insights/generate"), "").ok().text("/status");
  }

  private Reply insights() {
    return member.get(path("sessions/" + id + "/insights")).ok();
  }

  private Reply generated() {
    await(() -> !insights().at("/analysis").isNull());
    return insights();
  }

  private boolean idle() {
    return server.given().number("SELECT count(*) FROM session_analysis WHERE session_id = ?", id)
        == 0;
  }

  @Test
  void theReportIsKeptWithoutSecretsAndWithoutNamesOfNothing() {
    int before = model.requests().size();
    model.call("call-1", "report", REPORT.formatted(note));
    generate();

    var found = generated();
    assertThat(found.text("/analysis/issues/0/issue")).isEqualTo("[secret:TOKEN] was printed");
    assertThat(found.at("/analysis/action_items/0/issue_id").asString()).isEqualTo("i1");
    assertThat(found.at("/analysis/action_items/1/issue_id").isNull()).isTrue();
    assertThat(found.each("/analysis/note_usage/good_usages", "/note_id")).containsExactly(note);
    assertThat(found.text("/analysis/suggested_prompt/original_prompt")).isEqualTo("Log in");
    assertThat(found.text("/category")).isEqualTo("security");
    assertThat(server.given().dump("session_analysis")).doesNotContain("swordfish");
    var asked = model.requests().subList(before, model.requests().size());
    assertThat(asked).hasSize(1);
    assertThat(asked.getFirst().body().toString())
        .contains("Failed: login -> refused", note)
        .doesNotContain("swordfish");
  }

  @Test
  void neitherAWithheldPromptNorItsTitleIsToldToTheModel() {
    int before = model.requests().size();
    id = member.post(path("sessions"), json("prompt", "Wreck the lake")).ok().text("/session_id");
    new LoggedSession().asks("Wreck the lake").withheld().writeTo(server.given(), id);
    model.call("call-1", "report", REPORT.formatted(note));
    generate();
    generated();
    assertThat(model.requests().get(before).body().toString())
        .contains("withheld by the guardrail")
        .doesNotContain("Wreck");
  }

  @Test
  void eachCallIsBookedToTheSessionAndLeavesWhatTheAgentReserved() {
    server.given().update("UPDATE session SET reserved_dollars = 7 WHERE session_id = ?", id);
    model.call("call-1", "report", "{}").call("call-2", "report", REPORT.formatted(note));
    String other = another();
    generate();

    assertThat(generated().at("/model_dollars").doubleValue()).isEqualTo(4.0);
    assertThat(stateOf(other)).isEqualTo("0 none none");
    assertThat(
            server
                .given()
                .number("SELECT reserved_dollars::int FROM session WHERE session_id = ?", id))
        .isEqualTo(7);
    assertThat(model.requests().getLast().body().toString()).contains("Call report again");
  }

  /** A session whose insights another server is about to make. */
  private String another() {
    String other = member.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    server
        .given()
        .update(
            "INSERT INTO session_analysis (session_id, held_until) VALUES (?, 'infinity')", other);
    return other;
  }

  private String stateOf(String other) {
    return server
        .given()
        .text(
            """
            SELECT concat(model_dollars::float8, ' ', coalesce(category, 'none'), ' ', coalesce(analysis::text, 'none'))
              FROM session JOIN session_analysis USING (session_id) WHERE session_id = ?
            """,
            other);
  }

  @Test
  void aFailedTryLeavesNothingAndTheNextOneStartsAgain() {
    String other = another();
    model.fail(400, "bad_request", "no");
    assertThat(generate()).isEqualTo("started");
    await(this::idle);
    assertThat(stateOf(other)).isEqualTo("0 none none");
    assertThat(insights().at("/analysis").isNull()).isTrue();

    model.call("call-1", "report", REPORT.formatted(note));
    assertThat(generate()).isEqualTo("started");
    assertThat(generated().text("/analysis/classification/category")).isEqualTo("security");
  }

  @Test
  void aCallThatCouldPassTheLimitIsNotMadeAndTheLogIsReadInstead() {
    server.given().update("UPDATE session SET max_acu_limit = 1 WHERE session_id = ?", id);
    int before = model.requests().size();
    generate();

    assertThat(generated().each("/analysis/issues", "/label")).containsExactly("failed_command");
    assertThat(model.requests()).hasSize(before);
    assertThat(insights().at("/model_dollars").doubleValue()).isZero();
  }
}
