package io.agentservice.server.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked of a remote about commands that nobody follows. */
class RemoteJobsTest {
  private static final String MAKE = "make test";
  private static final Machine.Output OUTPUT_TO_NOBODY = (_, _) -> {};

  private final TestGateway app = new TestGateway(TestGateway.SETTINGS);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private Peer remote;
  private Machine machine;

  @BeforeEach
  void connect() throws Exception {
    remote = app.remote(1);
    machine = app.sessions.machine();
  }

  @AfterEach
  void stop() {
    app.close();
    callers.shutdownNow();
  }

  @Test
  void aCommandThatTakesLongerThanItsCallerRunsOn() throws Exception {
    var result =
        call(() -> machine.begin("job-1", MAKE, true, Duration.ofMillis(300), OUTPUT_TO_NOBODY));
    var asked = remote.hear(ToRemote.Exec.class);
    assertThat(asked.stdin()).isTrue();
    assertThat(asked.timeoutMillis()).isZero();
    remote.say(new ToServer.Started("job-1", 1));

    assertThat(get(result)).isNull();

    remote.output(asked.channel(), 0, "late");
    remote.exited("job-1", 0, 4);
    assertThat(machine.connected()).isTrue();
  }

  @Test
  void aCommandsOutputIsReadFromWhereThereIsSome() throws Exception {
    var result = call(() -> machine.output("job-1", 5, 3, Duration.ofSeconds(2)));
    var asked = remote.hear(ToRemote.ReadOutput.class);
    assertThat(asked)
        .isEqualTo(new ToRemote.ReadOutput(asked.id(), asked.channel(), "job-1", 5, 3, 2000));
    remote.output(asked.channel(), 7, "more than was asked for");
    remote.say(new ToServer.Progress(asked.id(), 7, 30, null));

    var written = get(result);
    assertThat(written.from()).isEqualTo(7);
    assertThat(written.size()).isEqualTo(30);
    assertThat(written.end()).isNull();
    assertThat(StandardCharsets.UTF_8.decode(written.bytes()).toString()).isEqualTo("mor");
  }

  @Test
  void outputOfACommandThatTheMachineDoesNotKnowIsNone() throws Exception {
    var result = call(() -> machine.output("job-1", 0, 3, Duration.ZERO));
    var asked = remote.hear(ToRemote.ReadOutput.class);
    remote.say(new ToServer.Failed(asked.id(), "unknown_command", "no"));

    assertThat(get(result)).isNull();
  }

  @Test
  void inputThatIsNotTakenSaysWhy() throws Exception {
    var refused = call(() -> machine.feed("job-1", new byte[] {65}, false));
    assertThat(remote.hear(ToRemote.Input.class).data()).isEqualTo("QQ==");
    remote.say(new ToServer.Failed("job-1", "invalid", "it takes no input"));
    var asked = remote.hear(ToRemote.ReadOutput.class);
    remote.say(new ToServer.Progress(asked.id(), 0, 0, null));
    assertThat(get(refused)).isEqualTo("it takes no input");

    var taken = call(() -> machine.feed("job-1", new byte[] {65}, true));
    assertThat(remote.hear(ToRemote.Input.class).end()).isTrue();
    asked = remote.hear(ToRemote.ReadOutput.class);
    remote.say(new ToServer.Progress(asked.id(), 0, 0, null));
    assertThat(get(taken)).isNull();
  }

  private <T> Future<T> call(Callable<T> call) {
    return callers.submit(call);
  }

  private static <T> T get(Future<T> result) throws Exception {
    try {
      return result.get(120, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
