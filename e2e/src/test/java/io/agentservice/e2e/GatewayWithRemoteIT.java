package io.agentservice.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged remote at the server's own gateway: both sides mean the same protocol. */
class GatewayWithRemoteIT {
  @TempDir private Path directory;
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final OneSession session = new OneSession();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private RemoteProcess remote;
  private Machine machine;

  @BeforeEach
  void connect() throws Exception {
    session.open();
    remote = RemoteProcess.start(directory, session.address(), session.id(), session.token());
    machine = session.awaitMachine(remote::log);
  }

  @AfterEach
  void stop() throws Exception {
    callers.shutdownNow();
    session.close();
    remote.close();
  }

  @Test
  void commandsRunWithTheSessionsEnvironment() throws Exception {
    var exited = get(exec("c-1", "echo out; echo $NPM_TOKEN >&2; exit 7"));

    assertThat(exited.exitCode()).isEqualTo(7);
    assertThat(output.toString(UTF_8)).isEqualTo("out\ns3cret\n");
    assertThat(machine.hello().cwd()).isEqualTo(directory.resolve("work").toRealPath().toString());
  }

  @Test
  void outputOfManyWindowsArrivesWhole() throws Exception {
    var exited = get(exec("c-1", "head -c 9000000 /dev/zero | tr '\\0' 'x'"));

    assertThat(exited.outputBytes()).isEqualTo(9_000_000);
    assertThat(output.size()).isEqualTo(9_000_000);
  }

  @Test
  void aSignalEndsACommand() throws Exception {
    var running = new CountDownLatch(1);
    var result =
        callers.submit(
            () -> machine.exec("c-1", "echo up; sleep 300", 0, (_, _) -> running.countDown()));
    assertThat(running.await(120, TimeUnit.SECONDS)).isTrue();

    machine.signal("c-1", "TERM");

    assertThat(get(result).outcome()).isEqualTo(Outcome.KILLED);
  }

  @Test
  void aCommandThatCannotBeSentHasNotStarted() throws Exception {
    var exited = machine.exec("c-1", "#".repeat(9 << 20), 5000, this::keep);

    assertThat(exited.outcome()).isEqualTo(Outcome.NOT_STARTED);
    assertThat(output.toString(UTF_8))
        .isEqualTo("too_large: the request is too large to be sent\n");
    assertThat(machine.attach("c-2", this::keep)).isNull();
  }

  @Test
  void aCommandOfAMegabyteRuns() throws Exception {
    var script = ": a line of a long script\n".repeat(40_000) + "echo done; exit 7";

    var exited = get(exec("c-1", script));

    assertThat(script).hasSizeGreaterThan(1_000_000);
    assertThat(exited.exitCode()).isEqualTo(7);
    assertThat(output.toString(UTF_8)).isEqualTo("done\n");
  }

  @Test
  void filesAreWrittenListedAndRead() {
    var content = "line\n".repeat(2000).getBytes(UTF_8);

    var written = machine.writeFile(write("w-1", "src/a.txt", content, ""));
    var conflict = machine.writeFile(write("w-2", "src/a.txt", "other".getBytes(UTF_8), ""));
    var listing = machine.listFiles("src", 10);
    var read = machine.readFile("src/a.txt", 5, 5);
    var whole = machine.readFile("src/a.txt", 0, 0);
    var absent = machine.readFile("src/b.txt", 0, 0);

    assertThat(written).isInstanceOf(ToServer.Written.class);
    assertThat(conflict)
        .isInstanceOfSatisfying(
            ToServer.Failed.class, failed -> assertThat(failed.code()).isEqualTo("conflict"));
    assertThat(listing)
        .isInstanceOfSatisfying(
            ToServer.Listing.class,
            files ->
                assertThat(files.entries())
                    .containsExactly(new ToServer.Entry("a.txt", "file", content.length)));
    assertThat(UTF_8.decode(read.bytes()).toString()).isEqualTo("line\n");
    assertThat(whole.bytes().remaining()).isEqualTo(content.length);
    assertThat(absent.answer())
        .isInstanceOfSatisfying(
            ToServer.Failed.class, failed -> assertThat(failed.code()).isEqualTo("not_found"));
  }

  @Test
  void theBrowserAnswersThroughTheGateway() {
    requireCapability("browser", "Chromium is not installed here: install chromium");
    var page = "data:text/html,<title>A page</title><h1>Hello</h1>";
    var answer =
        machine.browse(
            new ToRemote.Browse(
                "b-1", ToRemote.BrowserAction.NAVIGATE, page, null, null, null, null, 0));

    assertThat(answer)
        .isInstanceOfSatisfying(
            ToServer.Browsed.class,
            browsed -> {
              assertThat(browsed.title()).isEqualTo("A page");
              assertThat(browsed.text()).isEqualTo("# Hello");
            });
  }

  @Test
  void theDesktopIsShownThroughTheGateway() throws Exception {
    requireCapability(
        "desktop", "TigerVNC is not installed here: install tigervnc-standalone-server");
    var greeted = new CountDownLatch(1);
    var shown =
        callers.submit(() ->
            machine.desktop(
                "d-1",
                () -> {},
                (offset, bytes) -> {
                  keep(offset, bytes);
                  if (output.size() >= 12) {
                    greeted.countDown();
                  }
                }));
    assertThat(greeted.await(120, TimeUnit.SECONDS)).isTrue();
    assertThat(output.toString(UTF_8)).startsWith("RFB 003.");

    machine.input("d-1", new byte[0], true);
    assertThat(shown.get(120, TimeUnit.SECONDS)).isInstanceOf(ToServer.Exited.class);
  }

  @Test
  void aCommandOutlivesTheServerAndItsOutputIsWhole() throws Exception {
    var half = new CountDownLatch(1);
    var script =
        """
        echo ran >> count
        for i in $(seq 1 3000); do echo "line $i"; done
        until [ -e go-on ]; do sleep 0.02; done
        for i in $(seq 3001 6000); do echo "line $i"; done
        """;
    var first = callers.submit(() -> machine.exec("c-1", script, 0, (_, _) -> half.countDown()));
    assertThat(half.await(120, TimeUnit.SECONDS)).isTrue();

    session.restart();

    assertThatThrownBy(() -> get(first)).isInstanceOf(MachineLostException.class);
    var again = session.awaitMachine(remote::log);
    assertThat(again.hello().journal()).contains(new ToServer.JournalEntry("c-1", true));
    var second = callers.submit(() -> again.attach("c-1", this::keep));
    again.writeFile(write("w-1", "go-on", new byte[0], null));
    var exited = get(second);
    var lines =
        IntStream.rangeClosed(1, 6000)
            .mapToObj(i -> "line " + i + "\n")
            .collect(Collectors.joining());
    assertThat(exited.exitCode()).isZero();
    assertThat(output.toString(UTF_8)).isEqualTo(lines);
    assertThat(Files.readString(directory.resolve("work/count"))).isEqualTo("ran\n");
  }

  @Test
  void theEndOfTheSessionEndsTheRemote() throws Exception {
    session.end("suspended");

    assertThat(remote.awaitExit()).isZero();
  }

  @Test
  void aRevokedClaimEndsTheRemote() throws Exception {
    session.revoke();

    assertThat(remote.awaitExit()).isEqualTo(5);
  }

  /** That a remote says so where the program is there, its own tests hold. */
  private void requireCapability(String capability, String otherwise) {
    assumeTrue(machine.hello().capabilities().contains(capability), otherwise);
  }

  private Future<ToServer.Exited> exec(String id, String script) {
    return callers.submit(() -> machine.exec(id, script, 20_000, this::keep));
  }

  private void keep(long offset, byte[] bytes) {
    assertThat(offset).isEqualTo(output.size());
    output.writeBytes(bytes);
  }

  private static ToRemote.WriteFile write(
      String id, String path, byte[] content, String expectedSha256) {
    return new ToRemote.WriteFile(
        id, path, Base64.getEncoder().encodeToString(content), expectedSha256, null);
  }

  private static <T> T get(Future<T> result) throws Exception {
    try {
      return result.get(120, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
