package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.LogsErrors;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of one turn that only read run at the same time. */
@Timeout(200)
@LogsErrors("tool failed")
class AbreastCallsTest extends LoopScene {
  private static final int MOST = 8;

  private final Set<String> reading = ConcurrentHashMap.newKeySet();
  private final CountDownLatch never = new CountDownLatch(1);

  @BeforeEach
  void files() throws Exception {
    for (int i = 0; i < MOST + 1; i++) {
      Files.writeString(directory.resolve("f" + i), "content " + i);
    }
    session.send("go");
  }

  /** The machine, with something done ahead of each reading of a file of ours. */
  private Machine reading(Machine real, Consumer<String> before) {
    return (Machine)
        Proxy.newProxyInstance(
            Machine.class.getClassLoader(),
            new Class<?>[] {Machine.class},
            (_, method, arguments) -> {
              if (method.getName().equals("readFile") && ((String) arguments[0]).matches("f\\d")) {
                before.accept((String) arguments[0]);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void start(Consumer<String> beforeReading, Script script) {
    loops.start(session.claim(), reading(machine.connect(), beforeReading), script.model());
  }

  private static String[] views(int number) {
    return IntStream.range(0, number)
        .boxed()
        .flatMap(i -> List.of("view", json("path", "f" + i)).stream())
        .toArray(String[]::new);
  }

  /** As a remote that does not answer. */
  private void hang(String file) {
    reading.add(file);
    try {
      never.await();
    } catch (InterruptedException e) {
      throw new MachineLostException("interrupted");
    }
  }

  @Test
  void eightReadAtATimeAndTheirResultsAreInOrder() throws Exception {
    var all = new CyclicBarrier(MOST);
    var now = new AtomicInteger();
    var most = new AtomicInteger();
    start(
        file -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          if (!file.equals("f" + MOST)) {
            meet(all);
          }
          now.decrementAndGet();
        },
        new Script().call(views(MOST + 1)).say("Seen."));

    session.await(LoopEvent.Waiting.class);

    assertThat(most.get()).isEqualTo(MOST);
    assertThat(session.events(LoopEvent.ToolResult.class)).hasSize(MOST + 1);
    for (int i = 0; i < MOST + 1; i++) {
      assertThat(resultText(i)).contains("content " + i);
    }
  }

  private static void meet(CyclicBarrier all) {
    try {
      all.await(120, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("they do not read at the same time", e);
    }
  }

  @Test
  void whatChangesSomethingWaitsForTheOnesBeforeIt() throws Exception {
    var change =
        json("command", "touch runs; until [ -e go ]; do sleep 0.02; done; echo changed > f0");
    var again = json("path", "f0");
    start(
        _ -> {},
        new Script()
            .call("view", again, "bash", change, "view", again, "view", json("path", "f1"))
            .say("Seen."));
    Await.until(() -> Files.exists(directory.resolve("runs")));

    assertThat(session.events(LoopEvent.ToolIntent.class)).hasSize(2);
    assertThat(session.events(LoopEvent.ToolResult.class)).hasSize(1);

    Files.createFile(directory.resolve("go"));
    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0)).contains("content 0");
    assertThat(resultText(2)).contains("changed");
    assertThat(resultText(3)).contains("content 1");
  }

  @Test
  void oneThatFailsLeavesTheOthers() throws Exception {
    start(
        file -> {
          if (file.equals("f1")) {
            throw new IllegalStateException("a fault of ours");
          }
        },
        new Script()
            .call(
                "view",
                json("path", "f0"),
                "view",
                json("path", "f1"),
                "view",
                json("path", "no"),
                "view",
                json("path", "f2", "start_line", 0),
                "view",
                json("path", "f3"))
            .say("Seen."));

    session.await(LoopEvent.Waiting.class);

    assertThat(resultText(0)).contains("content 0");
    assertThat(resultText(1)).startsWith("[internal error]");
    assertThat(resultText(2)).isEqualTo("no does not exist.");
    assertThat(resultText(3)).contains("start_line");
    assertThat(resultText(4)).contains("content 3");
  }

  @Test
  void anInterruptionEndsThemAllAndEachHasOneResult() throws Exception {
    start(this::hangUntilInterrupted, new Script().call(views(3)).say("What instead?"));
    Await.until(() -> reading.size() == 3);

    session.interrupt();
    loops.interrupt(session.id());

    session.await(LoopEvent.Interrupted.class);
    var results = session.events(LoopEvent.ToolResult.class);
    assertThat(results).extracting(LoopEvent.ToolResult::callId).doesNotHaveDuplicates().hasSize(3);
    assertThat(results.getFirst().content().toString()).contains("[interrupted by the user]");
    assertThat(resultText(1)).isEqualTo("[not run: the user has ended the turn]");
    assertThat(resultText(2)).isEqualTo("[not run: the user has ended the turn]");
  }

  /** The first time; what is read again after it is answered. */
  private void hangUntilInterrupted(String file) {
    if (!reading.contains(file)) {
      hang(file);
    }
  }

  @Test
  void whatWasReadWhenTheMachineWentAwayIsReadAgainByTheNextLoop() throws Exception {
    var script = new Script().call(views(3)).say("Seen.");
    var lost = new CountDownLatch(1);
    var first =
        reading(
            machine.connect(),
            file -> {
              reading.add(file);
              if (file.equals("f0")) {
                return; // its result is there by then
              }
              Await.until(() -> session.events(LoopEvent.ToolResult.class).size() == 1);
              lost.countDown();
              throw new MachineLostException("the connection has ended");
            });
    var loop = new Loop(session.claim(), first, script.model(), Script.SETTINGS, LiveOutput.NONE);
    assertThat(loop.run()).isEqualTo(Loop.ExitReason.MACHINE_LOST);
    assertThat(session.events(LoopEvent.ToolIntent.class)).hasSize(3);
    assertThat(session.events(LoopEvent.ToolResult.class)).hasSize(1);

    start(_ -> {}, script);

    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(LoopEvent.ToolIntent.class)).hasSize(3);
    assertThat(session.events(LoopEvent.ToolResult.class)).hasSize(3);
    for (int i = 0; i < 3; i++) {
      assertThat(resultText(i)).contains("content " + i);
    }
  }
}
