package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Failures;
import io.agentservice.server.base.settings.reading.SettingsException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** How a command ends that fails: 1 it was tried, 2 it was not, since something is wrong here. */
class ExitCodesTest {
  private final StringWriter err = new StringWriter();

  @Test
  void settingsThatCanNotBeUsedAreWrongUsage() {
    assertThat(fails(new SettingsException("AGENT_PORT must be a number, not x"))).isEqualTo(2);
    assertThat(err).hasToString("agent: AGENT_PORT must be a number, not x\n");
  }

  @Test
  void programsAreToldThatItIsTheSettings() {
    assertThat(fails(new SettingsException("s"), "--json")).isEqualTo(2);
    assertThat(err.toString()).contains("\"code\":\"settings\"", "\"detail\":\"s\"");
  }

  @Test
  void whatWasTriedAndFailedIsNot() {
    assertThat(fails(CommandFailure.failed("no luck", null))).isEqualTo(1);
    assertThat(fails(new IllegalStateException("broken"))).isEqualTo(1);
  }

  private int fails(Exception failure, String... args) {
    Callable<Integer> failing =
        () -> {
          throw failure;
        };
    var command = CommandSpec.wrapWithoutInspection(failing).name("test");
    return new CommandLine(command.addOption(OptionSpec.builder("--json").build()))
        .setErr(new PrintWriter(err, true))
        .setExecutionExceptionHandler(Failures::ofCommand)
        .execute(args);
  }
}
