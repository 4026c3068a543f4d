package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.agent.loop.tools.ChildSessions;
import io.agentservice.server.agent.loop.tools.ChildSessions.Rest;
import io.agentservice.server.agent.loop.tools.MemoryChildren;
import io.agentservice.server.testing.Await;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agent that starts others, waits for them, and ends. */
@Timeout(200)
class ChildrenTest extends LoopScene {
  private static final String ONE = json("prompt", "Do one", "name", "one");
  private static final String TWO = json("prompt", "Do two");
  private static final String FOR_ONE = json("session", "one");

  private final MemoryChildren children = new MemoryChildren();

  @BeforeEach
  void send() {
    session.children = children;
    session.send("go");
  }

  private String last() throws InterruptedException {
    session.await(LoopEvent.Waiting.class);
    return resultText(session.events(LoopEvent.ToolResult.class).size() - 1);
  }

  private void awaitCall(String tool) {
    Await.until(() ->
        session.events(LoopEvent.ToolIntent.class).stream()
            .anyMatch(intent -> intent.tool().equals(tool)));
  }

  @Test
  void itIsStartedByTheIdThatStandsInTheLog() throws Exception {
    start(new Script().call("start_session", ONE).call("start_session", TWO).say("ok"));

    assertThat(last()).startsWith("Started the session session-2 (agent-");
    var intent = session.events(LoopEvent.ToolIntent.class).getFirst();
    assertThat(children.started.keySet())
        .hasSize(2)
        .contains(String.valueOf(intent.facts()).replaceAll(".*\"(agent-[0-9a-f]+)\".*", "$1"));
  }

  @Test
  void aCrashBetweenItsStartAndTheResultMakesNoSecond() throws Exception {
    var script = new Script().call("start_session", ONE).say("ok");
    children.afterStart =
        () -> {
          throw new StaleEpochException("as if the node had died here");
        };
    start(script);
    Await.until(() -> loops.sessions().isEmpty());
    assertThat(session.events(LoopEvent.ToolResult.class)).isEmpty();
    children.afterStart = () -> {};

    start(script);

    assertThat(last()).startsWith("Started the session one (agent-");
    assertThat(children.started).hasSize(1);
    assertThat(session.events(LoopEvent.ToolIntent.class)).hasSize(1);
  }

  @Test
  void aCrashBeforeItsStartMakesOne() throws Exception {
    var script = new Script().call("start_session", ONE).say("ok");
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolIntent) {
            throw new StaleEpochException("as if the node had died here");
          }
        };
    start(script);
    Await.until(() -> loops.sessions().isEmpty());
    assertThat(children.started).isEmpty();
    session.afterAppend = _ -> {};

    start(script);

    assertThat(last()).startsWith("Started the session one (agent-");
    assertThat(children.started).hasSize(1);
  }

  @Test
  void aMessageIsSentOnceWhateverDies() throws Exception {
    var script =
        new Script()
            .call("start_session", ONE)
            .call("message_session", json("session", "one", "text", "PostgreSQL"))
            .say("ok");
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolIntent intent
              && intent.tool().equals("message_session")) {
            children.tell(
                String.valueOf(intent.facts()).replaceAll(".*\"(agent-[0-9a-f]+)\".*", "$1"),
                String.valueOf(intent.facts()).replaceAll(".*\"(event-[0-9a-f]+)\".*", "$1"),
                "PostgreSQL");
            throw new StaleEpochException("as if the node had died here");
          }
        };
    start(script);
    Await.until(() -> loops.sessions().isEmpty());
    session.afterAppend = _ -> {};

    start(script);

    assertThat(last()).isEqualTo("Sent.");
    assertThat(children.told).hasSize(1).containsValue("PostgreSQL");
  }

  @Test
  void aWaitEndsWithWhatItsSessionHasComeTo() throws Exception {
    start(new Script().call("start_session", ONE).call("wait", FOR_ONE).say("ok"));
    awaitCall("wait");

    children.rest("one", Rest.FINISHED);

    assertThat(last())
        .startsWith("The session one has finished (running).")
        .contains("Title: Do one", "Used: 0.5 ACU", "https://example.com/a/b/pull/1", "I did it.");
  }

  @Test
  void aWaitForAnyEndsWithAQuestion() throws Exception {
    start(
        new Script()
            .call("start_session", ONE, "start_session", TWO)
            .call("wait", json("session", "any"))
            .say("ok"));
    awaitCall("wait");

    children.rest("session-2", Rest.ASKS);

    assertThat(last())
        .startsWith("The session session-2 asks, and waits for an answer by message_session")
        .doesNotContain("The session one");
  }

  @Test
  void whatRestsAlreadyIsNotWaitedFor() throws Exception {
    start(
        new Script()
            .call("start_session", ONE)
            .call("stop_session", FOR_ONE)
            .call("wait", FOR_ONE)
            .call("wait", json("session", "any"))
            .say("ok"));

    assertThat(last()).isEqualTo("None of the sessions that you have started works.");
    assertThat(resultText(2)).startsWith("The session one was stopped");
    assertThat(session.events(LoopEvent.Released.class)).isEmpty();
  }

  @Test
  void aShortWaitForOneThatNeedsAMachineGivesTheMachineBack() throws Exception {
    session.changesLimit = Duration.ofSeconds(30);
    children.waitForMachine = true;
    var script =
        new Script()
            .call("start_session", ONE)
            .call("wait", json("session", "one", "seconds", 10))
            .say("ok");
    start(script);
    var released = session.await(LoopEvent.Released.class);
    assertThat(released.waitFor()).isEqualTo("child");
    Await.until(() -> loops.sessions().isEmpty());
    children.rest("one", Rest.FINISHED);

    start(script);

    assertThat(last()).startsWith("The session one has finished");
  }

  @Test
  void aWaitGoesOnInTheNextLoop() throws Exception {
    var script = new Script().call("start_session", ONE).call("wait", FOR_ONE).say("ok");
    var first = start(script);
    awaitCall("wait");
    first.cut();
    loops.start(session.current(), machine.connect(), script.model());

    children.rest("one", Rest.FAILED);

    assertThat(last()).startsWith("The session one has failed");
    assertThat(session.events(LoopEvent.ToolIntent.class)).hasSize(2);
  }

  @Test
  void whoFinishesBesideSessionsThatWorkIsToldFirst() throws Exception {
    start(
        new Script()
            .call("start_session", ONE)
            .call("finish", json("summary", "done"))
            .call("finish", json("summary", "done", "leave_sessions", true)));

    session.await(LoopEvent.Finished.class);
    assertThat(resultText(1))
        .isEqualTo(
            "Sessions that you have started still work: one. Wait for them (wait), end them"
                + " (stop_session), or call finish again with leave_sessions.");
  }

  @Test
  void howOneStandsAndWhatHappenedInItIsRead() throws Exception {
    start(
        new Script()
            .call("start_session", ONE)
            .call("read_session", FOR_ONE)
            .call("read_session", json("session", "one", "from", 1))
            .call("read_session", json("session", "two"))
            .say("ok"));

    assertThat(last()).contains("Session two is not linked, nor have you started it");
    assertThat(resultText(1)).startsWith("The session one works (running, working).");
    assertThat(resultText(2)).isEqualTo("1\tAgent: I did it.\n[end of the session]");
  }

  @Test
  void whatTheServiceRefusesTheModelIsTold() throws Exception {
    children.refusal = "Nothing is left of the limit of 5 ACU.";
    start(
        new Script()
            .call("start_session", ONE)
            .call("start_session", json("prompt", "p", "name", "any"))
            .call("start_session", json("prompt", "p", "repos", List.of("shop")))
            .call("start_session", json("prompt", "p", "budget", 0))
            .call("start_session", json("prompt", "p", "on_parent_end", "stay"))
            .call("message_session", json("session", "one", "text", "hello"))
            .say("ok"));

    assertThat(last()).startsWith("You have started no session one");
    assertThat(resultText(0)).isEqualTo("Nothing is left of the limit of 5 ACU.");
    assertThat(resultText(1)).startsWith("name must be");
    assertThat(resultText(2)).endsWith("Wrong: shop");
    assertThat(resultText(3)).contains("budget");
    assertThat(resultText(4)).startsWith("on_parent_end must be");
    assertThat(children.started).isEmpty();
  }

  @Test
  void whoMayStartNoneIsToldSo() throws Exception {
    session.children = ChildSessions.NONE;
    start(new Script().call("start_session", ONE).say("ok"));

    assertThat(last()).startsWith("This session may start no others");
  }
}
