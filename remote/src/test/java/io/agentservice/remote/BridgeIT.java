package io.agentservice.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.wire.bridge.BridgeAddress;
import io.agentservice.wire.bridge.BridgeFrame;
import io.agentservice.wire.frames.ToRemote;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The PTY bridge of the packaged program, over real sockets. */
class BridgeIT {
  private static final BridgeFrame NOT_YET =
      new BridgeFrame.Refused("the session has no connection yet; try again");

  @TempDir private Path directory;
  private FakeGateway gateway;
  private RemoteUnderTest remote;
  private BridgeAddress address;

  @BeforeEach
  void serve() throws Exception {
    gateway = new FakeGateway();
    gateway.giveEnvironment(Map.of("NPM_TOKEN", "of-the-session"));
    remote = RemoteUnderTest.serve(directory, gateway);
    gateway.awaitHello(1);
    address = BridgeAddress.read(directory.resolve("state")).orElseThrow();
  }

  @AfterEach
  void stop() throws Exception {
    remote.close();
    gateway.close();
  }

  /** One connection, read and written by the test. */
  private static final class Visit implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final StringBuilder seen = new StringBuilder();

    Visit(int port) throws IOException {
      socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
      socket.setSoTimeout(20_000);
      in = new BufferedInputStream(socket.getInputStream());
    }

    void send(BridgeFrame frame) throws IOException {
      BridgeFrame.write(socket.getOutputStream(), frame);
    }

    void type(String text) throws IOException {
      send(new BridgeFrame.Data(ByteBuffer.wrap(text.getBytes(UTF_8))));
    }

    BridgeFrame next() throws IOException {
      var frame = BridgeFrame.read(in).orElseThrow(() -> new IOException("ended; saw " + seen));
      if (frame instanceof BridgeFrame.Data data) {
        seen.append(UTF_8.decode(data.bytes()));
      }
      return frame;
    }

    void awaitText(String text) throws IOException {
      while (seen.indexOf(text) < 0) {
        assertThat(next()).as("after " + seen).isInstanceOf(BridgeFrame.Data.class);
      }
    }

    int awaitExit() throws IOException {
      while (true) {
        if (next() instanceof BridgeFrame.Exit exit) {
          return exit.code();
        }
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** On a busy machine the connection may take longer than the bridge waits for it. */
  private Visit shell(int rows, int columns) throws IOException {
    for (int tries = 1; ; tries++) {
      var visit = new Visit(address.port());
      visit.send(new BridgeFrame.Open(address.secret(), rows, columns, "vt100"));
      var answer = visit.next();
      if (answer instanceof BridgeFrame.Opened) {
        return visit;
      }
      visit.close();
      assertThat(answer).isEqualTo(NOT_YET);
      assertThat(tries).isLessThan(8);
    }
  }

  @Test
  void noShellIsOpenedBeforeTheSessionsVariablesAreKnown() throws Exception {
    remote.close();
    gateway.holdWelcome();
    try (var _ = RemoteUnderTest.serve(directory, gateway)) {
      gateway.awaitHello(2);
      address = BridgeAddress.read(directory.resolve("state")).orElseThrow();
      try (var early = new Visit(address.port())) {
        early.send(new BridgeFrame.Open(address.secret(), 24, 80, "vt100"));
        assertThat(early.next()).isEqualTo(NOT_YET);
      }
      try (var waiting = new Visit(address.port())) {
        waiting.send(new BridgeFrame.Open(address.secret(), 24, 80, "vt100"));
        gateway.welcome();
        assertThat(waiting.next()).isInstanceOf(BridgeFrame.Opened.class);
        waiting.type("echo token-is-$NPM_TOKEN\n");
        waiting.awaitText("token-is-of-the-session");
      }
    }
  }

  @Test
  void shellHasATerminalOfTheSizeGivenAndFollowsItsChanges() throws Exception {
    try (var visit = shell(33, 77)) {
      visit.type("stty size; echo type $TERM; tty\n");
      visit.awaitText("33 77\r\n");
      visit.awaitText("type vt100\r\n");
      visit.awaitText("/dev/pts/");
      visit.send(new BridgeFrame.Resize(50, 120));
      visit.type("stty size\n");
      visit.awaitText("50 120\r\n");
      visit.type("exit 7\n");
      assertThat(visit.awaitExit()).isEqualTo(7);
    }
  }

  @Test
  void controlKeysReachTheProgramInTheForeground() throws Exception {
    try (var visit = shell(24, 80)) {
      var marker = RemoteUnderTest.marker();
      visit.type("(trap 'echo $((6*7)) caught; exit' INT; sleep " + marker + ")\n");
      RemoteUnderTest.await("the sleep", () -> RemoteUnderTest.runs("sleep " + marker));
      visit.type("\u0003");
      visit.awaitText("42 caught");
    }
  }

  @Test
  void shellRunsInTheWorkDirectoryWithTheSessionsVariablesOnly() throws Exception {
    try (var visit = shell(0, 0)) {
      visit.type("pwd; env; exec 2>&1; ls /proc/self/fd | tr '\\n' ' '\n");
      visit.send(new BridgeFrame.End());
      assertThat(visit.awaitExit()).isZero();
      assertThat(visit.seen.toString())
          .contains(directory.resolve("work").toRealPath().toString())
          .contains("NPM_TOKEN=of-the-session")
          .contains("AGENT_SESSION_ID=" + gateway.session())
          .endsWith("0 1 2 3 ")
          .doesNotContain("AGENT_OUTPOST_")
          .doesNotContain(FakeGateway.TOKEN)
          .doesNotContain(address.secret());
    }
  }

  @Test
  void muchOutputArrivesWholeAlsoWhenItIsReadLate() throws Exception {
    try (var visit = shell(0, 0)) {
      visit.type("head -c 30000000 /dev/zero | tr '\\0' x; exit 3\n"); // more than sockets hold
      RemoteUnderTest.await("output", () -> RemoteUnderTest.runs("head -c 30000000"));
      assertThat(visit.awaitExit()).isEqualTo(3);
      assertThat(visit.seen.length()).isEqualTo(30_000_000);
    }
  }

  @Test
  void visitorsWithoutTheSecretGetNoShellAndHurtNobody() throws Exception {
    try (var wrong = new Visit(address.port());
        var garbage = new Visit(address.port());
        var silent = new Visit(address.port())) {
      wrong.send(new BridgeFrame.Open("0".repeat(64), 24, 80, ""));
      assertThat(wrong.next()).isInstanceOf(BridgeFrame.Refused.class);
      assertThat(wrong.in.read()).isEqualTo(-1);
      garbage.socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
      assertEnded(garbage);
      assertEnded(silent); // after five seconds
    }
    gateway.send(new ToRemote.Exec("c-1", 1, List.of("echo", "ok"), null, Map.of(), 0, 0, null));
    gateway.awaitExited("c-1");
    assertThat(remote.log()).doesNotContain(address.secret());
  }

  private static void assertEnded(Visit visit) {
    try {
      assertThat(visit.in.read()).isEqualTo(-1);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  @Test
  void visitorThatTricklesOrAnnouncesMuchIsEnded() throws Exception {
    try (var trickle = new Visit(address.port());
        var much = new Visit(address.port())) {
      much.socket.getOutputStream().write(new byte[] {'o', 0, 0, 64, 0}); // 16 KiB to come
      assertEnded(much);
      var sink = new ByteArrayOutputStream();
      BridgeFrame.write(sink, new BridgeFrame.Open(address.secret(), 24, 80, "x".repeat(64)));
      assertThatThrownBy(
              () -> {
                for (var b : sink.toByteArray()) { // some two minutes
                  trickle.socket.getOutputStream().write(b);
                  TimeUnit.SECONDS.sleep(1);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void shellAndAllItStartedEndWithTheConnection() throws Exception {
    var marker = RemoteUnderTest.marker();
    try (var visit = shell(24, 80)) {
      visit.type("trap '' HUP; (setsid sleep " + marker + " &); sleep " + marker + "\n");
      RemoteUnderTest.await("the sleep", () -> RemoteUnderTest.runs(marker));
    }
    RemoteUnderTest.await("its end", () -> !RemoteUnderTest.runs(marker));
  }

  @Test
  void sessionsEndClosesTheBridge() throws Exception {
    try (var visit = shell(24, 80)) {
      visit.type("echo rea''dy\n");
      visit.awaitText("ready\r\n");
      gateway.send(new ToRemote.SessionEnd("suspended"));
      visit.awaitExit();
      assertThat(remote.awaitExit()).isZero();
    }
    assertThat(directory.resolve("state/pty-bridge")).doesNotExist();
  }

  @Test
  void portThatIsTakenCostsOnlyTheBridge() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        var second = new FakeGateway()) {
      var place = directory.resolve("second");
      var port = Integer.toString(taken.getLocalPort());
      var environment = RemoteUnderTest.environment(place, second);
      try (var other =
          RemoteUnderTest.start(place, environment, "serve", "--pty-bridge-port", port)) {
        second.awaitHello(1);
        assertThat(other.log()).contains("no PTY bridge on port " + port);
        assertThat(BridgeAddress.read(place.resolve("state"))).isEmpty();
      }
    }
  }
}
