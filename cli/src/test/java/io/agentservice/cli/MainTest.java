package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  @TempDir private Path directory;
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
    assertThat(err.toString())
        .contains("versoin", "did you mean", "version")
        .doesNotContain("\tat ");
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
  void aCommandIsTheSameWhetherAloneOrAmongAllOthers() {
    var all = Main.commandLine();
    assertThat(Main.commandLine(List.of("--help")).getUsageMessage())
        .isEqualTo(all.getUsageMessage());
    all.getSubcommands()
        .forEach((name, command) -> {
          var alone = Main.commandLine(List.of(name)).getSubcommands().get(name);
          assertThat(alone.getUsageMessage()).isEqualTo(command.getUsageMessage());
          assertThat(alone.getSubcommands()).containsOnlyKeys(command.getSubcommands().keySet());
        });
  }

  @Test
  void whatIsMissingOrCannotBeReadIsWrongUsage() {
    assertThat(run("run")).isEqualTo(2);
    assertThat(run("run", "Fix it", "--timeout", "soon")).isEqualTo(2);
    assertThat(run("run", "Fix it", "--in", "nowhere")).isEqualTo(2);
    assertThat(run("session")).isEqualTo(2);
    assertThat(run("session", "message", "agent-1")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "prompt is missing",
            "--timeout",
            "Say what to do",
            "<text>",
            "nowhere is no directory");
  }

  @Test
  void aWrongCommandLineIsExplainedInOneLineWithWhatIsValid() throws IOException {
    Files.createDirectory(directory.resolve("shop"));
    assertThat(run("run", "Fix it", "--in", directory.resolve("shpo").toString())).isEqualTo(2);
    assertThat(line()).contains("shpo is no directory", "there is shop");
    assertThat(run("run", " ")).isEqualTo(2);
    assertThat(line()).contains("the prompt is empty", "standard input");
    assertThat(run("run")).isEqualTo(2);
    assertThat(line()).contains("the prompt is missing", "agent run", "--continue");
    assertThat(run("run", "Fix it", "--branch", "a", "--continue")).isEqualTo(2);
    assertThat(line()).contains("--continue", "leave --branch");
    assertThat(run("run", "Fix it", "--branch", "a", "--worktree")).isEqualTo(2);
    assertThat(line()).contains("--worktree makes a name up");
    assertThat(run("run", "Fix it", "--model", "m", "--continue")).isEqualTo(2);
    assertThat(line()).contains("--model", "leave them out");
    assertThat(run("session", "xyzzy")).isEqualTo(2);
    assertThat(line()).contains("create, list, get");
    assertThat(run("run", "Fix it", "--in", directory + "/\u001b]0;x\u0007")).isEqualTo(2);
    assertThat(line()).contains("is no directory").doesNotContain("\u001b", "\u0007");
  }

  @Test
  void afterContinueASessionsIdIsTakenAndAnythingElseIsThePrompt() {
    var id = "agent-" + "0".repeat(32);
    assertThat(prompt("run", "--continue", "blue")).isEqualTo("blue");
    assertThat(prompt("run", "--continue", id, "blue")).isEqualTo("blue");
    assertThat(prompt("run", "--continue", id)).isNull();
    assertThat(prompt("run", "blue", "--continue")).isEqualTo("blue");
    assertThat(prompt("run", "--continue", "--in", ".", "blue")).isEqualTo("blue");
  }

  private static @Nullable String prompt(String... args) {
    return Main.commandLine().parseArgs(args).subcommand().matchedPositionalValue(0, null);
  }

  @Test
  void programsGetErrorsAsJson() {
    assertThat(run("run", "", "--json")).isEqualTo(2);
    var failed = JsonObject.parse(line());
    assertThat(failed.text("code")).isEqualTo("usage");
    assertThat(failed.text("detail")).isEqualTo("the prompt is empty");
    assertThat(failed.text("hint")).contains("standard input");
    assertThat(run("session", "get", "--json")).isEqualTo(2);
    assertThat(JsonObject.parse(line()).text("detail")).contains("<session_id>");
    assertThat(run("session", "list", "--json", "--api-url", "http://127.0.0.1:1", "--org", "o"))
        .isEqualTo(2);
    assertThat(JsonObject.parse(line()).text("detail")).contains("no key for");
    assertThat(out.toString()).isEmpty();
  }

  /** What was said on standard error since the last time: one line. */
  private String line() {
    var said = err.toString();
    err.getBuffer().setLength(0);
    assertThat(said.lines()).hasSize(1);
    return said.strip();
  }

  private int run(String... args) {
    return Main.commandLine(List.of(args))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}
