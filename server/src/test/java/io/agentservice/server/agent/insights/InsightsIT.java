package io.agentservice.server.agent.insights;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent.Finished;
import io.agentservice.server.testing.Given.AuditRecord;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Insights of a server without a model (sessions.md 7). */
class InsightsIT extends OnOrganization {
  private String id;
  private String one;

  @BeforeEach
  void session() {
    id = member.post(path("sessions"), json("prompt", "Fix it")).ok().text("/session_id");
    one = path("sessions/" + id);
  }

  private String generate() {
    return member.post(one + "/insights/generate", "").ok().text("/status");
  }

  private Reply insights() {
    return member.get(one + "/insights").ok();
  }

  private Reply generated() {
    await(() -> !insights().at("/analysis").isNull());
    return insights();
  }

  @Test
  @DisplayName("46: generate answers started, then already_exists, and the analysis is there")
  void generateStartsOnceAndTheAnalysisComes() {
    new LoggedSession()
        .asks("Fix it")
        .runs("mvn test", 1, "1 failed")
        .edits("src/A.java")
        .runs("mvn test", 0, "ok")
        .ends(new Finished("Fixed", null))
        .writeTo(server.given(), id);
    assertThat(insights().at("/analysis").isNull()).isTrue();
    assertThat(generate()).isEqualTo("started");
    assertThat(generate()).isEqualTo("already_exists");

    var found = generated();
    assertThat(found.text("/analysis/classification/category")).isEqualTo("bug_fixing");
    assertThat(found.each("/analysis/timeline", "/title"))
        .containsExactly("Message of ann", "Command failed", "Task done");
    assertThat(found.at("/analysis/suggested_prompt").isNull()).isTrue();
    assertThat(generate()).isEqualTo("already_exists");
    var session = member.get(one).ok();
    assertThat(session.text("/category")).isEqualTo("bug_fixing");
    assertThat(session.text("/subcategory")).isEqualTo("Other");
    assertThat(member.get(path("sessions?category=bug_fixing")).ok().each("/session_id"))
        .containsExactly(id);
    assertThat(server.given().audit(org))
        .extracting(AuditRecord::action)
        .containsOnlyOnce("generate_insights");
  }

  @Test
  void ofManyWhoAskAtOnceOneStartsIt() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<String> ask = this::generate;
      var answers = threads.invokeAll(IntStream.range(0, 8).mapToObj(_ -> ask).toList());
      var told = answers.stream().map(answer -> answer.resultNow()).toList();
      assertThat(told).containsOnlyOnce("started").hasSize(8);
    }
    generated();
  }

  @Test
  void messagesAreCountedAndTheSizeIsThatOfTheUse() {
    member.post(one + "/messages", json("message", "more")).ok();
    server
        .given()
        .update(
            "INSERT INTO message (event_id, session_id, source, message, delivery) VALUES ('event-of-' || ?, ?, 'agent', 'hi', 'delivered')",
            id,
            id);
    var shown = insights();
    assertThat(shown.at("/num_user_messages").intValue()).isEqualTo(2);
    assertThat(shown.at("/num_agent_messages").intValue()).isEqualTo(1);
    assertThat(shown.text("/title")).isEqualTo("Fix it");
    var sizes = Map.of(0, "xs", 1999, "xs", 2000, "s", 6000, "m", 16_000, "l", 40_000, "xl");
    sizes.forEach((millis, size) -> {
      server
          .given()
          .update(
              "UPDATE session SET model_dollars = ?::numeric / 1000 WHERE session_id = ?",
              millis,
              id);
      assertThat(insights().text("/session_size")).as("%d", millis).isEqualTo(size);
    });
    assertThat(member.get(path("sessions/insights")).ok().json().at("/items/0"))
        .isEqualTo(insights().json());
  }

  @Test
  void whatANodeBeganThatHasGoneIsMadeByAnother() {
    server
        .given()
        .update(
            "INSERT INTO session_analysis (session_id, tries, held_until) VALUES (?, 1, now() + interval '2 seconds')",
            id);
    assertThat(generate()).isEqualTo("already_exists");
    assertThat(generated().each("/analysis/timeline", "/title")).isEmpty();
  }

  @Test
  void whatEndsNodeAfterNodeIsGivenUpAndMayBeStartedAgain() {
    server.given().update("INSERT INTO session_analysis (session_id, tries) VALUES (?, 3)", id);
    await(() ->
        server.given().number("SELECT count(*) FROM session_analysis WHERE session_id = ?", id)
            == 0);
    assertThat(insights().at("/analysis").isNull()).isTrue();
    assertThat(generate()).isEqualTo("started");
    generated();
  }

  @Test
  void theyAreMadeAgainAfterTheDatabaseRefusedForAWhile() {
    server.given().update("CREATE SEQUENCE refused");
    server
        .given()
        .update(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              RAISE EXCEPTION 'refused %', nextval('refused');
            END $$
            """);
    server
        .given()
        .update(
            "CREATE TRIGGER refuse BEFORE UPDATE ON session_analysis FOR EACH STATEMENT EXECUTE FUNCTION refuse()");
    await(() -> server.given().number("SELECT last_value FROM refused") > 5);
    server.given().update("DROP TRIGGER refuse ON session_analysis");

    generate();
    assertThat(generated().each("/analysis/timeline", "/title")).isEmpty();
  }

  @Test
  void aLogThatCannotBeReadInPartIsReadInTheOthers() {
    server
        .given()
        .update(
            "INSERT INTO event (session_id, seq, epoch, type, data) VALUES (?, 900, 1, 'model_turn', '{\"parts\":7}')",
            id);
    generate();
    assertThat(generated().at("/analysis/issues")).isEmpty();
  }

  @Test
  void anUnknownSessionHasNoInsights() {
    for (String unknown : List.of("agent-" + "0".repeat(32), "x")) {
      member.get(path("sessions/" + unknown + "/insights")).refused(404, "session_not_found");
      member
          .post(path("sessions/" + unknown + "/insights/generate"), "")
          .refused(404, "session_not_found");
    }
  }
}
