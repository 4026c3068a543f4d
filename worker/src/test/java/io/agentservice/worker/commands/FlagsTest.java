package io.agentservice.worker.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FlagsTest {
  @Test
  void aFlagWinsOverItsVariableAndThatOverTheDefault() {
    var environment =
        Map.of(
            "AGENT_OUTPOSTS_TOKEN", "agt_env",
            "AGENT_API_URL", "http://env.example/",
            "AGENT_PTY_BRIDGE_PORT", "",
            "AGENT_WORKER_HOME", "/data");
    var settings = settings(environment, "--outpost=o", "--token=agt_flag");
    assertThat(settings.token()).isEqualTo("agt_flag");
    assertThat(settings.server().apiUrl()).hasToString("http://env.example");
    assertThat(settings.server().staticBaseUrl()).hasToString("http://env.example/static");
    assertThat(settings.remote().ptyBridgePort()).isNull();
    assertThat(settings.directories().data()).isEqualTo(Path.of("/data"));
    assertThat(settings.directories().cache()).isEqualTo(Path.of("/data/cache"));
    assertThat(settings(Map.of(), "--outpost=o", "--token=t").server().apiUrl())
        .hasToString("http://127.0.0.1:8080");
    assertThat(settings(Map.of(), "--session-id=agent-1", "--token=t").duty().session())
        .isEqualTo("agent-1");
    assertThat(settings.toString()).doesNotContain("agt_flag");
  }

  @Test
  void withoutATokenItEndsWith2AndSaysWhatToSet() {
    var err = new StringWriter();
    var command = command(Map.of("AGENT_API_URL", "http://127.0.0.1:1"));
    command.setErr(new PrintWriter(err));
    assertThat(command.execute("--outpost=o")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("AGENT_OUTPOSTS_TOKEN");
  }

  @Test
  void withoutAnOutpostAndATerminalItEndsWith2() {
    var err = new StringWriter();
    var command = command(Map.of("AGENT_OUTPOSTS_TOKEN", "t"));
    command.setErr(new PrintWriter(err));
    assertThat(command.execute()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--outpost");
  }

  @Test
  void unknownFlagsAndBadValuesEndWith2() {
    var command = command(Map.of("AGENT_OUTPOSTS_TOKEN", "t"));
    command.setErr(new PrintWriter(new StringWriter()));
    assertThat(command.execute("--outpots=o")).isEqualTo(ExitCode.USAGE);
    assertThat(command.execute("--outpost=o", "--poll-interval-secs=0")).isEqualTo(ExitCode.USAGE);
    assertThat(command.execute("--outpost=o", "--remote-binary-sha=xyz")).isEqualTo(ExitCode.USAGE);
    assertThat(command.execute("--outpost=o", "--api-url=ftp://x")).isEqualTo(ExitCode.USAGE);
    assertThat(command.execute("--outpost=o", "--pty-bridge-port=70000")).isEqualTo(ExitCode.USAGE);
    assertThat(command.execute("--outpost=o", "--health-port=-1")).isEqualTo(ExitCode.USAGE);
    assertThat(command.execute("--outpost=o", "--hook-timeout-secs=0")).isEqualTo(ExitCode.USAGE);
    assertThat(command.execute("--outpost=o", "--pre-claim-hook=pom.xml"))
        .isEqualTo(ExitCode.USAGE);
  }

  private static CommandLine command(Map<String, String> environment) {
    return new CommandLine(new StartCommand()).setDefaultValueProvider(new Flags(environment));
  }

  private static WorkerSettings settings(Map<String, String> environment, String... arguments) {
    var start = new StartCommand();
    new CommandLine(start).setDefaultValueProvider(new Flags(environment)).parseArgs(arguments);
    return start.settings(new PrintWriter(new StringWriter()));
  }
}
