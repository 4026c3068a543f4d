package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void versionNamesTheBuildAndTheJavaThatRunsIt() {
    assertThat(run("version")).isZero();
    assertThat(out.toString()).matches("agent \\d+\\.\\d+\\.\\d+\\S* \\(Java 25\\S*, \\w+\\)\\R");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void versionAsJsonIsOneObject() {
    assertThat(run("version", "--json")).isZero();
    assertThat(out.toString())
        .matches("\\{\"version\":\"\\d[^\"]+\",\"java\":\"25[^\"]*\",\"platform\":\"\\w+\"}\\R");
  }

  @Test
  void withoutACommandItPrintsItsUsage() {
    assertThat(run()).isZero();
    assertThat(out.toString()).startsWith("Usage: agent").contains("version");
  }

  @Test
  void anUnknownCommandIsWrongUsageAndExplainedOnStandardError() {
    assertThat(run("versoin")).isEqualTo(2);
    assertThat(err.toString()).contains("versoin", "agent version").doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void everyCommandExplainsItself() {
    for (var command : Main.commandLine().getSubcommands().keySet()) {
      assertThat(run(command, "--help")).as(command).isZero();
    }
    assertThat(out.toString()).contains("--example", "--database-url", "--timeout", "terminate");
  }

  @Test
  void whatIsMissingOrCannotBeReadIsWrongUsage() {
    assertThat(run("run")).isEqualTo(2);
    assertThat(run("run", "Fix it", "--timeout", "soon")).isEqualTo(2);
    assertThat(run("run", "Fix it", "--in", "nowhere")).isEqualTo(2);
    assertThat(run("session")).isEqualTo(2);
    assertThat(run("session", "message", "agent-1")).isEqualTo(2);
    assertThat(err.toString())
        .contains("<prompt>", "--timeout", "Say what to do", "<text>", "nowhere is no directory");
  }

  private int run(String... args) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}
