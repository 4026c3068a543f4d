package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.AnthropicWireServer;
import io.agentservice.llm.Part;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.testing.Await;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The loop against a model on the network. */
@Timeout(200)
class LoopOverHttpTest extends LoopScene {
  private final AnthropicWireServer provider = new AnthropicWireServer();
  private final Llms llms = new Llms(LlmSettings.from(provider.settings("claude-sonnet-4-5")));

  @BeforeEach
  void send() {
    session.send("go");
  }

  @AfterEach
  @Override
  void close() {
    super.close();
    llms.close();
    provider.close();
  }

  private void start() {
    start(llms);
  }

  @Test
  void toolsRunAndTheirResultsReachTheModel() throws Exception {
    provider
        .call("toolu_1", "bash", json("command", "echo hello"))
        .call("toolu_2", "bash", "{\"command\": ")
        .call("toolu_3", "finish", json("summary", "All done."));
    start();

    assertThat(session.await(LoopEvent.Finished.class).summary()).isEqualTo("All done.");
    assertThat(provider.requests()).hasSize(3);
    assertThat(provider.requests().get(1).body().path("messages").toString())
        .contains("toolu_1")
        .contains("hello\\n[exit code 0]");
    assertThat(provider.requests().get(2).body().path("messages").toString())
        .contains("The input was not a JSON object");
    assertThat(provider.requests().get(0).body().path("system").toString())
        .contains("You are a software engineer", "Working directory: " + directory);
  }

  @Test
  void aModelThatIsBusyOrFailsIsAskedAgain() throws Exception {
    provider
        .busy(Duration.ofSeconds(1))
        .fail(500, "api_error", "oops")
        .cut("I th")
        .call("toolu_1", "ask", json("question", "Hello?"));
    start();

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("Hello?");
    assertThat(session.events(LoopEvent.ModelTurn.class)).hasSize(1);
    assertThat(session.events(LoopEvent.ModelTurn.class).getFirst().durationMillis())
        .isGreaterThanOrEqualTo(1000);
  }

  @Test
  void aModelThatStaysAwayTooLongPutsTheSessionToSleep() throws Exception {
    provider.busy(Duration.ofHours(1));
    start();

    var end = session.await(LoopEvent.Suspended.class);
    assertThat(end.code()).isEqualTo("model_unreachable");
    assertThat(provider.requests()).hasSize(1);
    assertThat(session.unreserved).hasValue(1);
  }

  @Test
  void aRefusedKeyPutsTheSessionToSleepWithTheReason() throws Exception {
    provider.fail(401, "authentication_error", "invalid x-api-key");
    start();

    assertThat(session.await(LoopEvent.Suspended.class).code()).isEqualTo("model_auth");
    assertThat(provider.requests()).hasSize(1);
  }

  @Test
  void aServerWithoutModelPutsTheSessionToSleepWithAHint() throws Exception {
    try (var none = new Llms(LlmSettings.from(Map.of()))) {
      start(none);

      var end = session.await(LoopEvent.Suspended.class);
      assertThat(end.code()).isEqualTo("model_auth");
      assertThat(end.reason()).contains("ANTHROPIC_API_KEY");
    }
  }

  @Test
  void aWrongModelNamePutsTheSessionToSleepAndAMessageGoesOnWithAllOfIt() throws Exception {
    provider
        .call("toolu_1", "bash", json("command", "echo hello"))
        .fail(404, "not_found_error", "model: claude-sonet-4-5");
    start();

    var end = session.await(LoopEvent.Suspended.class);
    assertThat(end.code()).isEqualTo("model_refused");
    assertThat(end.reason())
        .contains("HTTP 404: model: claude-sonet-4-5", "check the model's name");

    provider.say("All done.").say("All done.");
    session.send("I mended the name");
    start();

    assertThat(session.await(LoopEvent.Finished.class).summary()).isEqualTo("All done.");
    assertThat(provider.lastRequest().body().path("messages").toString())
        .contains("toolu_1", "hello", "I mended the name");
  }

  @Test
  void eachRetryStandsInTheLogWithReasonAndTime() throws Exception {
    provider
        .fail(503, "overloaded_error", "too many")
        .raw(200, "text/html", "<p>hi</p>")
        .say("Hi")
        .say("Hi");
    start();
    session.await(LoopEvent.Finished.class);

    var retries = session.events(LoopEvent.ModelAway.class);
    assertThat(retries).hasSize(2);
    assertThat(retries.getFirst())
        .returns(2, LoopEvent.ModelAway::nextTry)
        .returns(null, LoopEvent.ModelAway::mostTries);
    assertThat(retries.getFirst().reason()).contains("HTTP 503: too many");
    assertThat(retries.getFirst().leftMillis()).isBetween(1L, 20_000L);
    assertThat(retries.getLast())
        .returns(3, LoopEvent.ModelAway::nextTry)
        .returns(4, LoopEvent.ModelAway::mostTries)
        .returns(null, LoopEvent.ModelAway::leftMillis);
  }

  @Test
  void stopEndsALoopWhoseModelHangs() throws Exception {
    provider.hang("I think");
    start();
    session.await(LoopEvent.UserMessage.class);
    Await.until(() -> !provider.requests().isEmpty());

    loops.stop(session.id());

    assertThat(loops.sessions()).isEmpty();
  }

  @Test
  void anEmptyAnswerIsNudgedOn() throws Exception {
    provider.say(" ").call("toolu_1", "finish", json("summary", "Hello."));
    start();

    assertThat(session.await(LoopEvent.Finished.class).summary()).isEqualTo("Hello.");
    assertThat(session.events(LoopEvent.Nudge.class)).hasSize(1);
  }

  @Test
  void aModelThatOnlySpeaksIsToldOnceToCallAndThenItsWordsAreTheSummary() throws Exception {
    provider.say("It is 4.").say("2 + 2 is 4: https://git.corp/o/r/pull/7");
    start();

    assertThat(session.await(LoopEvent.Finished.class).summary()).startsWith("2 + 2 is 4");
    assertThat(session.events(LoopEvent.Nudge.class)).hasSize(1);
    assertThat(session.events(LoopEvent.PullRequestFound.class)).hasSize(1);
    assertThat(provider.lastRequest().body().path("messages").toString())
        .contains("It is 4.", "Your turn called no tool");
  }

  @Test
  void aModelThatAsksOnceItIsToldToHasAsked() throws Exception {
    provider.say("Which colour?").call("toolu_1", "ask", json("question", "Which colour?"));
    start();

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("Which colour?");
  }

  @Test
  void eachTimeThatAModelGoesOnItMayBeToldAgain() throws Exception {
    provider
        .say("I look first.")
        .call("toolu_1", "bash", json("command", "true"))
        .say("Now I change it.")
        .call("toolu_2", "bash", json("command", "echo 1 > a.txt"))
        .call("toolu_3", "finish", json("summary", "Changed."));
    start();

    assertThat(session.await(LoopEvent.Finished.class).summary()).isEqualTo("Changed.");
    assertThat(directory.resolve("a.txt")).exists();
    assertThat(session.events(LoopEvent.Nudge.class)).hasSize(2);
  }

  @Test
  void whoHasBeenToldBeforeACrashIsNotToldAgain() throws Exception {
    provider.say("It is 4.").hang("It").say("It is 4, as I said.");
    start();
    Await.until(() -> provider.requests().size() == 2);
    loops.stop(session.id());
    start();

    assertThat(session.await(LoopEvent.Finished.class).summary()).isEqualTo("It is 4, as I said.");
    assertThat(session.events(LoopEvent.Nudge.class)).hasSize(1);
    assertThat(session.events(LoopEvent.ModelTurn.class)).hasSize(2);
  }

  @Test
  void wordsAreNoTaskDoneWhereAnOutputIsOwed() throws Exception {
    session.schema = Script.json(json("type", "object"));
    provider.say("It is 4.").say("It is 4.");
    start();

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("It is 4.");
    assertThat(session.events(LoopEvent.Nudge.class)).hasSize(1);
  }

  @Test
  void aModelThatCanNeverCallToolsEndsTheTurnAtOnceWithWhatToDo() throws Exception {
    provider.fail(500, "server_error", "tools param requires --jinja flag");
    start();

    assertThat(session.await(LoopEvent.Suspended.class))
        .returns("model_refused", LoopEvent.Suspended::code)
        .extracting(LoopEvent.Suspended::reason)
        .asString()
        .contains("start llama-server with --jinja");
    assertThat(provider.requests()).hasSize(1);
  }

  @Test
  void aPictureReachesTheModel() throws Exception {
    java.nio.file.Files.write(directory.resolve("p.png"), new byte[] {1, 2, 3});
    provider.call("toolu_1", "view", json("path", "p.png")).say("nice").say("nice");
    start();

    session.await(LoopEvent.Finished.class);
    assertThat(session.events(LoopEvent.ToolResult.class).getFirst().content())
        .containsExactly(new Part.Image("image/png", "AQID"));
    assertThat(provider.lastRequest().body().toString()).contains("image/png", "AQID");
  }
}
