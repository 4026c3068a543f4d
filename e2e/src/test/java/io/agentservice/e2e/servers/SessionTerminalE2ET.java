package io.agentservice.e2e.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.e2e.Installation;
import io.agentservice.e2e.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code agent session terminal}, at a real terminal and without one, over a network that fails.
 */
@Tag("long")
@Timeout(400) // several programs start, one after the other
class SessionTerminalE2ET {
  private static final String DONE =
      """
      {"name": "done", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
      """;

  /** Put together by the shell, so that what is echoed does not look like what it puts out. */
  private static final String COUNT = "for i in $(seq 40); do echo \"n-$i-\"; sleep 0.1; done\n";

  private static final String COUNTED =
      IntStream.rangeClosed(1, 40)
          .mapToObj(i -> "n-%d-\r\n".formatted(i))
          .collect(Collectors.joining());

  @TempDir private Path directory;
  private final List<Process> started = new ArrayList<>();
  private Installation installation;
  private Relay network;
  private String session;

  @BeforeEach
  void aSessionWithItsMachine() throws Exception {
    installation = Installation.start(directory, Map.of("AGENT_IDLE_SECONDS", "3600"));
    installation.startWorker("worker", directory.resolve("data"));
    session = installation.create("Look around", DONE);
    installation.awaitStatus(session, "running", "finished");
    int port = installation.client().baseUrl().getPort();
    network = new Relay(() -> new Socket(InetAddress.getLoopbackAddress(), port));
  }

  @AfterEach
  void stop() {
    started.forEach(Process::destroyForcibly);
    network.close();
    installation.close();
  }

  private Path log(String name) {
    return directory.resolve(name + ".log");
  }

  private ProcessBuilder command(String name, String... options) {
    var words = new ArrayList<>(List.of("session", "terminal", session));
    words.addAll(List.of(options));
    return here(Programs.cli(log(name), words.toArray(String[]::new)));
  }

  private ProcessBuilder here(ProcessBuilder builder) {
    builder.environment().put("AGENT_HOME", directory.resolve("home-of-caller").toString());
    builder.environment().put("AGENT_API_URL", "http://127.0.0.1:" + network.port());
    builder.environment().put("AGENT_API_KEY", Installation.TOKEN);
    return builder;
  }

  private int played(String name, String script, String... options) throws Exception {
    var input = Files.writeString(directory.resolve(name + ".input"), script);
    return ended(command(name, options).redirectInput(input.toFile()).start());
  }

  private int ended(Process process) throws InterruptedException {
    started.add(process);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** At a terminal of 33 rows and 99 columns. */
  private Process atTerminal(String name) throws Exception {
    assumeTrue(isThere("script"), "script (util-linux) is not installed here");
    var words =
        command(name).command().stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    var builder =
        new ProcessBuilder(
                "script",
                "-qfec",
                "stty rows 33 cols 99; exec " + words,
                log(name + "-typescript").toString())
            .redirectErrorStream(true)
            .redirectOutput(log(name).toFile());
    var process = here(builder).start();
    started.add(process);
    return process;
  }

  private static boolean isThere(String program) throws Exception {
    return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
  }

  private static void type(Process process, String text) throws IOException {
    process.getOutputStream().write(text.getBytes(UTF_8));
    process.getOutputStream().flush();
  }

  private void awaitSeen(String name, String text) {
    installation.await(text + " in " + name, () -> Programs.read(log(name)).contains(text));
  }

  private static String seen(Path log) {
    return Programs.read(log);
  }

  @Test
  void whatIsNoTerminalIsTypedAndTheShellsStatusIsTheCommands() throws Exception {
    assertThat(played("script", "echo $((40 + 2))\nbasename \"$PWD\"\nexit 7\n")).isEqualTo(7);
    assertThat(seen(log("script"))).contains("42\r\n", "work\r\n");

    assertThat(played("unended", "echo $((20 + 1))\n", "--cwd=/")).isZero();
    assertThat(seen(log("unended"))).contains("21\r\n");

    assertThat(played("unknown", "exit\n", "--join=terminal-" + "0".repeat(32))).isEqualTo(1);
    assertThat(seen(log("unknown"))).contains("the terminal has ended");
  }

  @Test
  void aPersonsTerminalOutlivesTheNetworkAndShowsEverythingOnce() throws Exception {
    var person = atTerminal("person");
    awaitSeen("person", "/work");
    type(person, "stty size; echo $((6 * 7))\n");
    awaitSeen("person", "33 99\r\n42\r\n");

    type(person, COUNT);
    awaitSeen("person", "n-3-");
    network.cut(true);
    awaitSeen("person", "the connection is lost, trying again");
    network.cut(false);
    awaitSeen("person", "n-40-\r\n");
    type(person, "exit 5\n");

    assertThat(ended(person)).isEqualTo(5);
    var numbers =
        seen(log("person"))
            .lines()
            .filter(line -> line.matches("n-\\d+-"))
            .map(line -> line + "\r\n")
            .collect(Collectors.joining());
    assertThat(numbers).isEqualTo(COUNTED);
    assertThat(seen(log("person"))).contains("connected again");
  }

  @Test
  void whoLeavesALostConnectionIsToldHowToComeBack() throws Exception {
    var person = atTerminal("leaving");
    awaitSeen("leaving", "/work");
    type(person, "kept=$((50 + 5)); echo \"has-$kept\"\n");
    awaitSeen("leaving", "has-55"); // else it is lost with the connection
    network.silence(true);
    awaitSeen("leaving", "Ctrl-C leaves");
    type(person, "\u0003");
    assertThat(ended(person)).isEqualTo(1);
    var back = seen(log("leaving")).replaceAll("(?s).*--join=(\\S+).*", "$1");
    network.silence(false);

    assertThat(played("back", "echo \"kept-$kept\"; exit 3\n", "--join=" + back)).isEqualTo(3);
    assertThat(seen(log("back"))).contains("kept-55\r\n");
  }
}
