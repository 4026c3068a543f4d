package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.network.pasta.Translation;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.SessionDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ways out of a session ({@code escapes.sh}), and the board itself. */
class EscapesTest extends WalledIn {
  @Test
  void noWayOutGetsThroughAndMostDoWithoutWalls() throws Exception {
    try (var escapes = new Escapes(temporary)) {
      var sandbox = sandbox();
      if (sandbox.translatesNetworks()) {
        translation = Translation.to(URI.create("wss://192.0.2.200/"), Loopback.NOTHING);
      }
      var walled = escapes.tried(true, commands -> start(commands, sandbox));
      assertThat(walled).as("ways out").isEmpty();
    }
    // The board itself: without walls the same commands get through.
    directory = SessionDirectory.of(data, SESSION);
    try (var escapes = new Escapes(temporary)) {
      var free = escapes.tried(false, script -> start(script, null));
      var list = Files.readAllLines(work.resolve("escapes.sh"));
      assertThat(list).filteredOn(line -> !line.startsWith("#")).hasSizeGreaterThan(100);
      assertThat(free)
          .hasSizeGreaterThanOrEqualTo(60)
          .contains("~reaches a service of the machine's loopback");
    }
  }

  /** The list of {@code escapes.sh}, tried in a session. */
  private final class Escapes implements AutoCloseable {
    private final Process foreign;
    private final ServerSocketChannel socket;
    private final ServerSocket loopback;
    private final String shared;

    Escapes(Path temporary) throws Exception {
      var builder = new ProcessBuilder("sleep", "63" + ProcessHandle.current().pid());
      builder.environment().put("SECRET", "foreign-secret");
      foreign = builder.start();
      socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      socket.bind(UnixDomainSocketAddress.of(temporary.resolve("agent.sock")));
      loopback = new ServerSocket(0, 9, InetAddress.ofLiteral("127.0.0.1"));
      var made = new ProcessBuilder("ipcmk", "-M", "4096").start();
      var id = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      shared = id.substring(id.lastIndexOf(' ') + 1);
      Files.writeString(Path.of("/tmp", MARKER), "x");
      for (var file : List.of("escapes.sh", "try-escapes.sh")) {
        try (var resource = EscapesTest.class.getResourceAsStream(file)) {
          Files.copy(resource, work.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      git("init", "-q");
    }

    interface Start {
      RemoteProcess of(String script) throws IOException;
    }

    /** The names of those that got through. */
    List<String> tried(boolean walled, Start start) throws Exception {
      var script = new StringBuilder();
      var variables = new HashMap<String, Object>();
      variables.put("WALLED", walled ? "yes" : "no");
      variables.put("NETWORK", translation == null ? "machine" : "own");
      variables.put("LOOPBACK", loopback.getLocalPort());
      variables.put("OUTER_HOME", environment.get("HOME"));
      variables.put("DATA", data);
      variables.put("SECRETS", temporary.resolve("secrets"));
      variables.put("WORK", work);
      variables.put("PROGRAM", temporary.resolve("programs/agent-remote"));
      variables.put("FOREIGN", foreign.pid());
      variables.put("FOREIGN_SECONDS", "6[3]" + ProcessHandle.current().pid());
      variables.put("WORKER", ProcessHandle.current().pid());
      variables.put("SOCKET", temporary.resolve("agent.sock"));
      variables.put("SHARED", shared);
      variables.put("MARKER", MARKER);
      variables.forEach((name, value) -> script.append("%s='%s'\n".formatted(name, value)));
      script.append(". ./try-escapes.sh\n");
      start.of(script.toString());
      assertThat(exit().code()).as(text(directory.logPath())).isNotNull();
      assertThat(work.resolve("tried")).as(text(directory.logPath())).exists();
      Files.delete(work.resolve("tried"));
      new ProcessBuilder("git", "status").directory(work.toFile()).start().waitFor();
      return Files.readAllLines(work.resolve("through")).stream().filter(this::isOutside).toList();
    }

    /** What was planted where nobody else sees it has not got through. */
    private boolean isOutside(String name) {
      int at = name.indexOf(", then ");
      return at < 0 || Files.exists(temporary.resolve(name.substring(at + ", then ".length())));
    }

    @Override
    public void close() throws IOException {
      foreign.destroyForcibly();
      socket.close();
      loopback.close();
      Files.deleteIfExists(temporary.resolve("agent.sock"));
      Files.deleteIfExists(Path.of("/tmp", MARKER));
      new ProcessBuilder("ipcrm", "-m", shared).start();
    }
  }
}
