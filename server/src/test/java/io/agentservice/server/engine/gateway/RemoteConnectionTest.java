package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RemoteConnectionTest {
  private static final String MAKE = "make test";

  private final TestGateway app = new TestGateway(TestGateway.SETTINGS);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
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
  void aCommandsOutputAndEndComeBack() throws Exception {
    var result = exec("cmd-1");
    var asked = remote.hear(ToRemote.Exec.class);
    assertThat(asked.script()).isEqualTo(MAKE);
    assertThat(asked.argv()).isEmpty();
    assertThat(asked.timeoutMillis()).isEqualTo(5000);

    remote.say(new ToServer.Started("cmd-1", 4711));
    remote.output(asked.channel(), 0, "compiling\n");
    remote.output(asked.channel(), 10, "ok\n");
    remote.exited("cmd-1", 0, 13);

    assertThat(get(result).exitCode()).isZero();
    assertThat(output).hasToString("compiling\nok\n");
  }

  @Test
  void bytesThatComeTwiceCountOnce() throws Exception {
    var result = exec("cmd-1");
    int channel = remote.hear(ToRemote.Exec.class).channel();

    remote.say(new ToServer.Started("cmd-1", 1));
    remote.output(channel, 0, "abcd");
    remote.output(channel, 0, "abcd");
    remote.output(channel, 2, "cdef");
    remote.exited("cmd-1", 0, 6);

    get(result);
    assertThat(output).hasToString("abcdef");
  }

  @Test
  void missingBytesAreAskedForAgain() throws Exception {
    var result = exec("cmd-1");
    int channel = remote.hear(ToRemote.Exec.class).channel();
    remote.say(new ToServer.Started("cmd-1", 1));
    remote.output(channel, 0, "ab");
    remote.output(channel, 4, "ef");
    remote.exited("cmd-1", 0, 6);

    var again = remote.hear(ToRemote.Attach.class);
    assertThat(again.from()).isEqualTo(2);
    assertThat(again.channel()).isNotEqualTo(channel);
    remote.output(channel, 6, "late");
    remote.say(new ToServer.Started("cmd-1", 1));
    remote.output(again.channel(), 2, "cdef");
    remote.exited("cmd-1", 0, 6);

    get(result);
    assertThat(output).hasToString("abcdef");
  }

  @Test
  void aMissingTailIsAskedForAgain() throws Exception {
    var result = exec("cmd-1");
    int channel = remote.hear(ToRemote.Exec.class).channel();
    remote.say(new ToServer.Started("cmd-1", 1));
    remote.output(channel, 0, "ab");
    remote.exited("cmd-1", 0, 6);

    var again = remote.hear(ToRemote.Attach.class);
    assertThat(again.from()).isEqualTo(2);
    remote.say(new ToServer.Started("cmd-1", 1));
    remote.output(again.channel(), 2, "cdef");
    remote.exited("cmd-1", 0, 6);

    get(result);
    assertThat(output).hasToString("abcdef");
  }

  @Test
  void aRemoteThatKeepsLosingBytesIsDisconnected() throws Exception {
    var result = exec("cmd-1");
    remote.hear();
    for (int i = 0; i < 4; i++) {
      remote.say(new ToServer.Started("cmd-1", 1));
      remote.exited("cmd-1", 0, 6);
    }

    lost(result);
  }

  @Test
  void creditIsGivenBackAsBytesAreTaken() throws Exception {
    var result = exec("cmd-1");
    int channel = remote.hear(ToRemote.Exec.class).channel();
    remote.say(new ToServer.Started("cmd-1", 1));
    var chunk = new byte[OutputFrame.MAX_PAYLOAD];

    long sent = 0;
    long window = OutputFrame.WINDOW;
    while (sent < 8L * OutputFrame.WINDOW) {
      while (window < chunk.length) {
        var credit = remote.hear(ToRemote.Credit.class);
        assertThat(credit.channel()).isEqualTo(channel);
        window += credit.bytes();
      }
      remote.output(channel, sent, chunk);
      sent += chunk.length;
      window -= chunk.length;
    }
    remote.exited("cmd-1", 0, sent);

    get(result);
    assertThat(output.size()).isEqualTo(8 * OutputFrame.WINDOW);
  }

  @Test
  void aCommandThatIsRefusedHasNotStartedAndSaysWhy() throws Exception {
    var result = exec("cmd-1");
    remote.hear();
    remote.say(new ToServer.Failed("cmd-1", "io", "disk full"));

    assertThat(get(result).outcome()).isEqualTo(Outcome.NOT_STARTED);
    assertThat(get(result).outputBytes()).isEqualTo(output.size());
    assertThat(output).hasToString("io: disk full\n");
  }

  @Test
  void anUnknownCommandIsNull() throws Exception {
    var result = call(() -> machine.attach("cmd-9", this::keep));
    assertThat(remote.hear(ToRemote.Attach.class).from()).isZero();
    remote.say(new ToServer.Failed("cmd-9", "unknown_command", "never heard of it"));

    assertThat(get(result)).isNull();
  }

  @Test
  void theEndOfTheConnectionEndsEveryWait() throws Exception {
    var command = exec("cmd-1");
    var listing = call(() -> machine.listFiles("/srv", 10));
    remote.hear();
    remote.hear();

    remote.socket.abort();

    lost(command);
    lost(listing);
    assertThatThrownBy(() -> machine.listFiles("/srv", 10))
        .isInstanceOf(MachineLostException.class);
  }

  @Test
  void anInterruptedCallerIsFreed() throws Exception {
    var thrown = new LinkedBlockingQueue<Throwable>();
    var caller =
        Thread.ofVirtual()
            .start(() -> {
              try {
                machine.listFiles("/srv", 10);
              } catch (MachineLostException e) {
                thrown.add(e);
              }
            });
    remote.hear();

    caller.interrupt();

    assertThat(thrown.poll(120, TimeUnit.SECONDS)).isNotNull();
    assertThat(machine.connected()).isTrue();
  }

  @Test
  void framesThatMakeNoSenseAreIgnored() throws Exception {
    var result = exec("cmd-1");
    int channel = remote.hear(ToRemote.Exec.class).channel();

    remote.sayText("not json");
    remote.sayText("{}");
    remote.sayText(json("type", "telepathy", "id", "cmd-1"));
    remote.sayText(json("type", "exited"));
    remote.sayText(json("type", "started"));
    remote.sayText(json("type", "written", "id", "nobody", "path", "a", "sha256", "b"));
    remote.say(Peer.HELLO);
    remote.sayBinary(ByteBuffer.allocate(3));
    remote.sayBinary(ByteBuffer.allocate(100_000));
    remote.output(channel + 77, 0, "nobody's");
    remote.say(new ToServer.Started("cmd-1", 1));
    remote.exited("cmd-1", 7, 0);

    assertThat(get(result).exitCode()).isEqualTo(7);
  }

  @Test
  void anAnswerThatCannotBeReadIsAnAnswer() throws Exception {
    var result = exec("cmd-1");
    remote.hear();
    remote.say(new ToServer.Started("cmd-1", 1));
    remote.sayText(json("type", "exited", "id", "cmd-1", "outcome", "vaporized"));

    assertThat(get(result).outcome()).isEqualTo(Outcome.LOST);
  }

  @Test
  void anOutputThatThrowsFailsItsCallerOnly() throws Exception {
    var result =
        call(() ->
            machine.exec(
                "cmd-1",
                MAKE,
                0,
                (_, _) -> {
                  throw new IllegalArgumentException("full");
                }));
    int channel = remote.hear(ToRemote.Exec.class).channel();
    remote.say(new ToServer.Started("cmd-1", 1));
    remote.output(channel, 0, "x");

    assertThatThrownBy(() -> get(result)).hasMessage("full");
    assertThat(machine.connected()).isTrue();
  }

  @Test
  void aFileIsReadFromItsOffset() throws Exception {
    var result = call(() -> machine.readFile("a.txt", 100, 5));
    var asked = remote.hear(ToRemote.ReadFile.class);
    assertThat(asked.limit()).isEqualTo(5);
    remote.output(asked.channel(), 100, "hello, and more than was asked for");
    remote.say(new ToServer.File(asked.id(), "/srv/a.txt", "file", 105, null, "644"));

    var content = get(result);
    assertThat(content.answer()).isInstanceOf(ToServer.File.class);
    assertThat(StandardCharsets.UTF_8.decode(content.bytes()).toString()).isEqualTo("hello");
  }

  @Test
  void aFileThatCannotBeReadSaysWhy() throws Exception {
    var result = call(() -> machine.readFile("a.txt", 0, 5));
    var asked = remote.hear(ToRemote.ReadFile.class);
    remote.say(new ToServer.Failed(asked.id(), "not_found", "no such file"));

    assertThat(get(result).answer()).isInstanceOf(ToServer.Failed.class);
    assertThat(get(result).bytes().hasRemaining()).isFalse();
  }

  @Test
  void aConflictIsAnAnswer() throws Exception {
    var request = new ToRemote.WriteFile("w-1", "a.txt", "aGk=", "", null);
    var result = call(() -> machine.writeFile(request));
    assertThat(remote.hear()).isEqualTo(request);
    remote.say(new ToServer.Failed("w-1", "conflict", "it exists"));

    assertThat(get(result)).isEqualTo(new ToServer.Failed("w-1", "conflict", "it exists"));
  }

  @Test
  void aRequestBeyondTheFrameLimitIsNotSent() throws Exception {
    var huge = new ToRemote.WriteFile("w-1", "a.txt", "A".repeat(8 << 20), null, null);

    assertThat(machine.writeFile(huge)).isInstanceOf(ToServer.Failed.class);
    machine.signal("cmd-1", "TERM");
    assertThat(remote.hear()).isEqualTo(new ToRemote.Signal("cmd-1", "TERM"));
  }

  @Test
  void largeFramesGoBothWays() throws Exception {
    var large = new ToRemote.WriteFile("w-1", "a.txt", "A".repeat(5 << 20), null, null);
    var written = call(() -> machine.writeFile(large));
    assertThat(remote.heard.poll(120, TimeUnit.SECONDS)).isEqualTo(Frames.write(large));
    remote.say(new ToServer.Written("w-1", "/srv/a.txt", "0"));
    get(written);

    var listed = call(() -> machine.listFiles("/srv", 0));
    var asked = remote.hear(ToRemote.ListFiles.class);
    var entries = Collections.nCopies(10_000, new ToServer.Entry("n".repeat(500), "file", 1));
    var listing = new ToServer.Listing(asked.id(), "/srv", entries, false);
    remote.say(listing);
    assertThat(get(listed)).isEqualTo(listing);
  }

  @Test
  void browserAnswersAreForTheRequestOfTheirId() throws Exception {
    var request =
        new ToRemote.Browse("b-1", ToRemote.BrowserAction.READ, null, null, null, null, null, 0);
    var read = call(() -> machine.browse(request));
    assertThat(remote.hear()).isEqualTo(request);
    var browsed = new ToServer.Browsed("b-1", "http://h/", "T", "text", List.of(), null);
    remote.say(new ToServer.Browsed("b-0", "http://h/", "other", "", List.of(), null));
    remote.say(browsed);
    assertThat(get(read)).isEqualTo(browsed);
  }

  @Test
  void manyCommandsShareTheConnection() throws Exception {
    var results = new ArrayList<Future<ToServer.Exited>>();
    for (int i = 0; i < 50; i++) {
      results.add(exec("cmd-" + i));
    }
    for (int i = 0; i < 50; i++) {
      var asked = remote.hear(ToRemote.Exec.class);
      remote.say(new ToServer.Started(asked.id(), 1));
      remote.exited(asked.id(), Integer.parseInt(asked.id().substring(4)), 0);
    }

    for (int i = 0; i < 50; i++) {
      assertThat(get(results.get(i)).exitCode()).isEqualTo(i);
    }
  }

  private Future<ToServer.Exited> exec(String id) {
    return call(() -> machine.exec(id, MAKE, 5000, this::keep));
  }

  private void keep(long offset, byte[] bytes) {
    assertThat(offset).isEqualTo(output.size());
    output.writeBytes(bytes);
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

  private static void lost(Future<?> result) {
    assertThatThrownBy(() -> get(result)).isInstanceOf(MachineLostException.class);
  }
}
