package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.GitHost.git;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.testing.Await;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agent that waits, for what it waits, and what becomes of that when something breaks. */
@Timeout(200)
class WaitTest extends LoopScene {
  private static final String SERVER =
      json(
          "command",
          "until [ -e go ]; do sleep 0.05; done; echo ready on port 80; sleep 300",
          "background",
          true,
          "name",
          "server");

  private final AtomicBoolean waitsOnMachine = new AtomicBoolean();

  private void runOn(Script script) {
    session.whileReading = () -> waitsOnMachine.compareAndSet(false, isWaiting());
    session.send("go");
    start(script);
  }

  private void awaitTheWait() {
    Await.until(this::isWaiting);
  }

  private boolean isWaiting() {
    return session.events(LoopEvent.ToolIntent.class).stream()
        .anyMatch(intent -> intent.tool().equals("wait"));
  }

  private String waited() throws InterruptedException {
    session.await(LoopEvent.Waiting.class);
    int last = session.events(LoopEvent.ToolResult.class).size() - 1;
    return resultText(last);
  }

  @Test
  void aTimePasses() throws Exception {
    runOn(new Script().call("wait", json("seconds", 1)).say("ok"));

    assertThat(waited()).matches("The time is over\\. \\[waited \\d+ s]");
    assertThat(session.events(LoopEvent.ToolResult.class).getFirst().durationMillis())
        .isGreaterThanOrEqualTo(1000);
  }

  @Test
  void aTextInTheOutputOfAJobEndsTheWait() throws Exception {
    runOn(
        new Script()
            .call("bash", SERVER)
            .call("wait", json("job", "server", "pattern", "ready on port (\\d+)$"))
            .say("ok"));
    awaitTheWait();

    Files.writeString(directory.resolve("go"), "");

    assertThat(waited()).startsWith("The job server wrote: ready on port 80 [waited");
  }

  @Test
  void theEndOfAJobEndsTheWaitAndIsToldAsWell() throws Exception {
    var job = json("command", "sleep 2; exit 3", "background", true, "name", "build");
    runOn(new Script().call("bash", job).call("wait", json("job", "build")).say("ok"));

    assertThat(waited()).startsWith("The job build is over. It has ended with exit code 3.");
    assertThat(session.events(LoopEvent.JobEnded.class)).hasSize(1);
  }

  @Test
  void aJobThatEndsWithoutTheTextEndsTheWait() throws Exception {
    var job = json("command", "sleep 2; echo no", "background", true, "name", "build");
    runOn(
        new Script()
            .call("bash", job)
            .call("wait", json("job", "build", "pattern", "yes"))
            .say("ok"));

    assertThat(waited())
        .startsWith("The job build is over. It has ended with exit code 0. It did not write that.");
  }

  @Test
  void aPortOnWhichSomethingListensEndsTheWait() throws Exception {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    runOn(new Script().call("wait", json("port", port)).say("ok"));
    awaitTheWait();
    assertThat(session.events(LoopEvent.ToolResult.class)).isEmpty();

    try (var _ = new ServerSocket(port)) {
      assertThat(waited()).startsWith("Port %d is open.".formatted(port));
    }
  }

  private List<LoopEvent.ToolResult> results() {
    return session.events(LoopEvent.ToolResult.class);
  }

  private long looksForPorts() {
    return machine.started.stream().filter(script -> script.contains("listens")).count();
  }

  @Test
  void aPortIsLookedForAgainWhenTheRemoteWasKilled() throws Exception {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    var script = new Script().call("wait", json("port", port, "seconds", 3000)).say("ok");
    session.send("go");
    var first = start(script);
    Await.until(() -> looksForPorts() == 1);
    machine.crash();
    first.cut();
    loops.start(session.current(), machine.connect(), script.model());
    Await.until(() -> looksForPorts() >= 2);

    try (var _ = new ServerSocket(port)) {
      assertThat(waited()).startsWith("Port %d is open.".formatted(port));
    }
    assertThat(session.events(LoopEvent.ToolIntent.class)).hasSize(1);
    assertThat(machine.forgotten).anyMatch(id -> id.endsWith(".2"));
  }

  @Test
  void aPortIsLookedForAgainWhenTheServerWasStopped() throws Exception {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    var script = new Script().call("wait", json("port", port, "seconds", 3000)).say("ok");
    session.send("go");
    start(script);
    for (int looks = 1; looks <= 3; looks++) {
      int begun = looks;
      Await.until(() -> looksForPorts() == begun || !results().isEmpty());
      assertThat(results()).isEmpty();
      loops.stop(session.id());
      Await.until(() -> loops.sessions().isEmpty());
      loops.start(session.current(), machine.connect(), script.model());
    }

    try (var _ = new ServerSocket(port)) {
      assertThat(waited()).startsWith("Port %d is open.".formatted(port));
    }
  }

  @Test
  void aMessageOfAPersonEndsEveryWait() throws Exception {
    runOn(new Script().call("wait", json("port", 1, "seconds", 3000)).say("ok"));
    awaitTheWait();

    session.send("stop that");

    assertThat(waited()).startsWith("The user has written; the message follows.");
    assertThat(machine.connect().hello().journal())
        .as("what looked for the port")
        .noneMatch(entry -> entry.running());
  }

  @Test
  void aWaitGoesOnOnTheNextConnectionUntilItsTime() throws Exception {
    var script = new Script().call("wait", json("seconds", 3)).say("ok");
    session.send("go");
    var first = start(script);
    awaitTheWait();
    first.cut();

    loops.start(session.current(), machine.connect(), script.model());

    assertThat(waited()).startsWith("The time is over. [waited ");
    assertThat(session.events(LoopEvent.ToolResult.class).getFirst().durationMillis())
        .isGreaterThanOrEqualTo(3000);
    assertThat(session.events(LoopEvent.ToolIntent.class)).hasSize(1);
  }

  @Test
  void aLoopThatWaitsIsStoppedSoon() throws Exception {
    runOn(new Script().call("wait", json("message", true, "seconds", 3000)).say("ok"));
    awaitTheWait();

    loops.close();

    assertThat(loops.sessions()).isEmpty();
    assertThat(session.events(LoopEvent.ToolResult.class)).isEmpty();
  }

  @Test
  void whatCannotBeWaitedForIsSaid() throws Exception {
    runOn(
        new Script()
            .call("wait", "{}")
            .call("wait", json("job", "nobody"))
            .call("wait", json("pattern", "x", "seconds", 1))
            .say("ok"));

    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0)).contains("Say what to wait for");
    assertThat(resultText(1)).contains("There is no job nobody");
    assertThat(resultText(2)).contains("pattern needs the job");
  }

  private static final String HOUR = json("seconds", 3600);

  private LoopEvent.Released released() throws InterruptedException {
    return session.await(LoopEvent.Released.class);
  }

  @Test
  void aLongWaitGivesTheMachineBackAndGoesOnFromTheLog() throws Exception {
    session.changesLimit = Duration.ofSeconds(30);
    var script = new Script().call("wait", json("seconds", 21)).say("ok");
    runOn(script);

    var released = released();
    assertThat(released.waitFor()).isEqualTo("time");
    Await.until(() -> loops.sessions().isEmpty());
    assertThat(session.events(LoopEvent.ToolResult.class)).isEmpty();
    Await.until(() -> Instant.now().isAfter(Instant.parse(released.until())));
    loops.start(session.claim(), machine.connect(), script.model());

    assertThat(waited()).startsWith("The time is over. [waited ");
    assertThat(session.events(LoopEvent.ToolResult.class)).hasSize(1);
    assertThat(session.events(LoopEvent.Released.class)).hasSize(1);
    assertThat(session.events(LoopEvent.ModelTurn.class)).hasSize(2);
  }

  @Test
  void aMessageEndsALongWait() throws Exception {
    session.changesLimit = Duration.ofSeconds(30);
    var script = new Script().call("wait", json("message", true, "seconds", 3600)).say("ok");
    runOn(script);
    assertThat(released().waitFor()).isEqualTo("message");

    session.send("back");
    loops.start(session.claim(), machine.connect(), script.model());

    assertThat(waited()).startsWith("The user has written; the message follows.");
  }

  @Test
  void oneThatIsWokenBeforeTheTimeIsTold() throws Exception {
    session.changesLimit = Duration.ofSeconds(30);
    var script = new Script().call("wait", HOUR).say("ok");
    runOn(script);
    var _ = released();

    loops.start(session.claim(), machine.connect(), script.model());

    assertThat(waited()).startsWith("The user has woken the session before the time was over.");
    assertThat(session.events(LoopEvent.Released.class)).hasSize(1);
  }

  /** Until the wait has its machine for good, or has given it back. */
  private void awaitTheWaitOnOrOffItsMachine() {
    Await.until(() -> waitsOnMachine.get() || !session.events(LoopEvent.Released.class).isEmpty());
  }

  @Test
  void aLongWaitBesideAJobKeepsTheMachine() throws Exception {
    session.changesLimit = Duration.ofSeconds(30);
    runOn(new Script().call("bash", SERVER).call("wait", HOUR).say("ok"));
    awaitTheWaitOnOrOffItsMachine();

    session.send("go on");

    assertThat(waited()).startsWith("The user has written");
    assertThat(session.events(LoopEvent.Released.class)).isEmpty();
  }

  @Test
  void aLongWaitKeepsTheMachineWhereWorkIsNotKept() throws Exception {
    runOn(new Script().call("wait", HOUR).say("ok"));
    awaitTheWaitOnOrOffItsMachine();

    session.send("go on");

    assertThat(waited()).startsWith("The user has written");
    assertThat(session.events(LoopEvent.Released.class)).isEmpty();
  }

  @Test
  void aLongWaitKeepsTheMachineWhereTheFirstLookAtTheWorkFailed() throws Exception {
    git(directory, "init", "--quiet");
    git(directory, "config", "filter.slow.clean", "sleep 600; cat");
    Files.writeString(directory.resolve(".gitattributes"), "big filter=slow\n");
    Files.writeString(directory.resolve("big"), "x\n");
    session.changesLimit = Duration.ofMillis(500);
    runOn(new Script().bash("echo x > file").call("wait", HOUR).say("ok"));
    awaitTheWaitOnOrOffItsMachine();

    session.send("go on");

    assertThat(waited()).startsWith("The user has written");
    assertThat(session.events(LoopEvent.WorkUnknown.class)).hasSize(1);
    assertThat(session.events(LoopEvent.Released.class)).isEmpty();
  }
}
