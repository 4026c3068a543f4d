package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people get wrong on the first day: each is one line that says what to do. */
@Tag("long")
@Timeout(300) // several programs start, one after the other
class TroubleE2ET {
  @TempDir private Path directory;
  private CommandLine agent;

  @BeforeEach
  void prepare() throws IOException {
    agent = new CommandLine(directory);
  }

  @AfterEach
  void tidyUp() {
    agent.close();
  }

  @Test
  void runWithoutAModelSaysWhichSettingToGive() throws Exception {
    fails(2, agent.start("run", "Fix it"), "ANTHROPIC_API_KEY", "--model");
  }

  @Test
  void anUnwritableDataDirectoryIsNamed() throws Exception {
    var file = Files.writeString(directory.resolve("file"), "not a directory");
    var home = file.resolve("home").toString();
    fails(2, agent.start(Map.of("AGENT_HOME", home), "server", "--port", "0"), home, "AGENT_HOME");
  }

  @Test
  void anOccupiedPortIsNamed() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      fails(1, agent.start("server", "--port", port), port, "AGENT_PORT");
    }
    assertThat(agent.processes()).isEmpty();
  }

  @Test
  void aWorkerWithoutATokenNamesTheVariable() throws Exception {
    var worker = agent.start("worker", "start", "--outpost=local");
    assertThat(worker.exitCode()).isEqualTo(2);
    assertThat(worker.errors()).contains("AGENT_OUTPOSTS_TOKEN").doesNotContain("\tat ");
  }

  /** Everything that needs a service, with one service. */
  @Test
  void aServiceWithoutAModelRunsRefusesUnknownKeysAndIsFoundByTheCommands() throws Exception {
    var up = agent.start("up", "--port", "0");
    up.await("the service", () -> up.output().contains("Ctrl-C ends"));
    up.await("the word about the model", () -> up.errors().contains("ANTHROPIC_API_KEY"));

    fails(1, agent.start(Map.of("AGENT_API_KEY", "agt_unknown"), "session", "list"), "not known");
    fails(1, agent.start("session", "get", "agent-00000000000070009f00000000000000"), "session");
    var list = agent.start("session", "list", "--json");
    assertThat(list.exitCode()).as(list.errors()).isZero();
    assertThat(list.output()).startsWith("{\"items\":[]");
    fails(1, agent.start("server", "--port", "0"), "a service runs in", "already");

    up.process().destroy();
    assertThat(up.exitCode()).isEqualTo(143);
    assertThat(agent.processes()).isEmpty();
    fails(2, agent.start("session", "list"), "agent up");
  }

  /** One line for people on standard error, nothing else. */
  private static void fails(int exitCode, CommandLine.Run run, String... said) throws Exception {
    assertThat(run.exitCode()).as(run.output() + run.errors()).isEqualTo(exitCode);
    assertThat(run.errors().lines().filter(line -> line.startsWith("agent: ")).toList())
        .singleElement()
        .asString()
        .contains(said);
    assertThat(run.errors()).doesNotContain("\tat ");
  }
}
