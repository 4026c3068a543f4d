package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ways out of a session that the worker's tests list ({@code escapes.sh}), tried by the
 * commands of real sessions: with walls none gets through, without them most do.
 */
@Tag("long")
@Timeout(300) // several programs start, one after the other
class EscapesE2ET {
  private static final Path LISTS =
      Programs.root().resolve("worker/src/test/resources/io/agentservice/worker/sandbox");
  private static final String TRIES =
      """
      {"name": "escapes", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "bash", "input": {"command":
          "until [ -e variables ]; do sleep 0.1; done; . ./variables; . ./try-escapes.sh"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "tried"}}]}]}
      """;

  private final String seconds = "63" + ProcessHandle.current().pid();
  private final Path marker = Path.of("/tmp", "agent-escapes-" + ProcessHandle.current().pid());

  @TempDir private Path directory;
  private Installation installation;
  private Process foreign;
  private ServerSocketChannel socket;
  private ServerSocket loopback;
  private String shared;

  @BeforeEach
  void aMachineWithSecrets() throws Exception {
    assumeTrue(isThere("bwrap"), "bubblewrap is not installed here");
    installation = Installation.start(directory, Map.of());
    for (var secret :
        List.of(
            ".ssh/id_ed25519",
            ".aws/credentials",
            ".netrc",
            ".config/gh/hosts.yml",
            ".npmrc",
            ".m2/settings.xml",
            ".docker/config.json",
            ".kube/config",
            ".bash_history",
            "secret-name")) {
      plant("home/" + secret);
    }
    List.of(
            "data/credentials.json",
            "data/mirrors/acme/HEAD",
            "data/sessions/agent-0199/remote.log",
            "data/sessions/agent-other/state/journal",
            "secrets/agent.env",
            "beside/secret")
        .forEach(this::plant);
    Files.writeString(marker, "x");
    var builder = new ProcessBuilder("sleep", seconds);
    builder.environment().put("SECRET", "foreign-secret");
    foreign = builder.start();
    socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    socket.bind(UnixDomainSocketAddress.of(directory.resolve("agent.sock")));
    loopback = new ServerSocket(0, 9, InetAddress.ofLiteral("127.0.0.1"));
    shared = output("ipcmk", "-M", "4096").replaceAll(".* ", "");
  }

  @AfterEach
  void tidyUp() throws Exception {
    if (installation != null) {
      foreign.destroyForcibly();
      socket.close();
      loopback.close();
      Files.deleteIfExists(marker);
      output("ipcrm", "-m", shared);
      installation.close();
    }
  }

  @Test
  void noWayOutOfARealSessionGetsThroughAndMostDoWithoutWalls() throws Exception {
    var list = Files.readAllLines(LISTS.resolve("escapes.sh"));
    assertThat(list).filteredOn(line -> !line.startsWith("#")).hasSizeGreaterThan(100);

    assertThat(tried("bwrap")).as("ways out").isEmpty();
    assertThat(tried("none"))
        .hasSizeGreaterThanOrEqualTo(60)
        .contains("~reaches a service of the machine's loopback");
  }

  @Test
  void noWayOutOfARealSessionInAContainerGetsThrough() throws Exception {
    assumeTrue(Programs.IMAGE != null, "no image is named (AGENT_TEST_IMAGE)");
    assertThat(tried("container", "--sandbox-image=" + Programs.IMAGE)).as("ways out").isEmpty();
  }

  /** The names of those that got through in a session of a worker of its own. */
  private List<String> tried(String sandbox, String... flags) throws Exception {
    var work = installation.work();
    for (var file : List.of("escapes.sh", "try-escapes.sh")) {
      Files.copy(LISTS.resolve(file), work.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    Files.deleteIfExists(work.resolve("variables"));
    output("git", "-C", work.toString(), "init", "-q");
    var worker =
        installation.startWorker(
            "worker-" + sandbox,
            directory.resolve("data"),
            Map.of("HOME", directory.resolve("home").toString()),
            Stream.concat(Stream.of("--sandbox=" + sandbox), Stream.of(flags))
                .toArray(String[]::new));
    var session = installation.create("Try to get out", TRIES);
    installation.awaitEvent(session, event -> event.required("type").equals("tool_intent"));
    assertThat(isolation(session, "by")).isEqualTo(sandbox.equals("none") ? "" : sandbox);
    write(
        work.resolve("variables"),
        worker,
        sandbox.equals("none") ? "no" : "yes",
        isolation(session, "reason").isEmpty() ? "own" : "machine",
        sandbox.equals("container") ? "image" : "machine");
    installation.awaitStatus(session, "running", "finished");
    var result = data(session, "tool_result");
    assertThat(work.resolve("tried")).as(result).exists();
    Files.delete(work.resolve("tried"));
    var through = Files.readAllLines(work.resolve("through"));
    assertThat(worker.isAlive()).isTrue();
    new ProcessBuilder("git", "status").directory(work.toFile()).start().waitFor();
    installation.client().sessions(installation.org()).terminate(session, false);
    worker.destroy();
    worker.waitFor();
    return through.stream().filter(this::isOutside).toList();
  }

  private String isolation(String session, String field) {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals("isolation"))
        .flatMap(event -> Optional.ofNullable(event.object("data").text(field)).stream())
        .findFirst()
        .orElse("");
  }

  private String data(String session, String type) {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals(type))
        .map(JsonObject::toJson)
        .toList()
        .toString();
  }

  private void write(Path file, Process worker, String walled, String network, String system)
      throws IOException {
    var variables = new TreeMap<String, Object>();
    variables.put("WALLED", walled);
    variables.put("NETWORK", network);
    variables.put("SYSTEM", system);
    variables.put("LOOPBACK", loopback.getLocalPort());
    variables.put("OUTER_HOME", directory.resolve("home"));
    variables.put("DATA", directory.resolve("data"));
    variables.put("SECRETS", directory.resolve("secrets"));
    variables.put("WORK", installation.work());
    variables.put("PROGRAM", program());
    variables.put("FOREIGN", foreign.pid());
    variables.put("FOREIGN_SECONDS", seconds.replaceFirst("3", "[3]"));
    variables.put("WORKER", worker.pid());
    variables.put("SOCKET", directory.resolve("agent.sock"));
    variables.put("SHARED", shared);
    variables.put("MARKER", marker.getFileName());
    var text = new StringBuilder();
    variables.forEach((name, value) -> text.append("%s='%s'\n".formatted(name, value)));
    var whole = Files.writeString(directory.resolve("variables.new"), text);
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The remote that the worker has fetched. */
  private Path program() throws IOException {
    try (var files = Files.walk(directory.resolve("data"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("agent-remote"))
          .filter(Files::isRegularFile)
          .findFirst()
          .orElseThrow();
    }
  }

  /** What was planted where nobody else sees it has not got through. */
  private boolean isOutside(String name) {
    int at = name.indexOf(", then ");
    return at < 0 || Files.exists(directory.resolve(name.substring(at + ", then ".length())));
  }

  private void plant(String file) {
    try {
      var path = directory.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "secret\n");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isThere(String program) throws Exception {
    return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
  }

  private static String output(String... words) throws Exception {
    var process = new ProcessBuilder(words).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
