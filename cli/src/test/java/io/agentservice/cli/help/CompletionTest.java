package io.agentservice.cli.help;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.cli.Main;
import io.agentservice.cli.process.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts in the shells that are installed. */
class CompletionTest {
  @TempDir private Path directory;

  private Path script(String shell) throws IOException {
    var out = new StringWriter();
    int code = Main.commandLine().setOut(new PrintWriter(out, true)).execute("completion", shell);
    assertThat(code).isZero();
    return Files.writeString(directory.resolve("completion"), out.toString());
  }

  private List<String> run(String shell, String... arguments) {
    var words = new ArrayList<>(List.of(shell));
    words.addAll(List.of(arguments));
    return Program.run(directory, words, Map.of()).lines().map(String::strip).toList();
  }

  private List<String> bash(Path script, String... words) {
    var line =
        // Outside of a completion of its own, bash complains of one line of the script.
        "source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_agent 2>/dev/null; printf '%%s\\n' \"${COMPREPLY[@]}\""
            .formatted(script, String.join(" ", words), words.length - 1);
    return run("bash", "-c", line);
  }

  @Test
  void bashCompletesCommandsAndOptions() throws IOException {
    var script = script("bash");
    assertThat(bash(script, "agent", "se")).contains("session", "server").doesNotContain("run");
    assertThat(bash(script, "agent", "session", "ev")).containsExactly("events");
    assertThat(bash(script, "agent", "run", "--wo")).containsExactly("--worktree");
    assertThat(bash(script, "agent", "worker", "outpost", "cr")).containsExactly("create");
  }

  @Test
  void zshReadsTheScript() throws IOException {
    assumeInstalled("zsh");
    var script = script("zsh");
    assertThat(run("zsh", "-fc", "source '%s' && print $_comps[agent]".formatted(script)))
        .last()
        .asString()
        .contains("_complete_agent");
  }

  @Test
  void fishCompletesCommandsAndOptions() throws IOException {
    assumeInstalled("fish");
    var script = script("fish");
    assertThat(fish(script, "agent se")).contains("session", "server").doesNotContain("run");
    assertThat(fish(script, "agent session ev")).containsExactly("events");
    assertThat(fish(script, "agent session --json ev")).containsExactly("events");
    assertThat(fish(script, "agent run 'some text' --wo")).containsExactly("--worktree");
    assertThat(fish(script, "agent completion f")).containsExactly("fish");
  }

  private List<String> fish(Path script, String line) {
    var command = "source %s; complete -C \"%s\"".formatted(script, line);
    return run("fish", "--no-config", "-c", command).stream()
        .map(found -> found.split("\t", -1)[0])
        .toList();
  }

  private void assumeInstalled(String shell) {
    boolean there =
        Program.tryRun(directory, List.of(shell, "--version"))
            .filter(result -> result.exitCode() == 0)
            .isPresent();
    assumeTrue(there, shell + " is not installed");
  }

  @Test
  void everyRuleOfFishIsALineWithBalancedQuotes() throws IOException {
    assertThat(Files.readAllLines(script("fish")))
        .filteredOn(line -> line.startsWith("complete "))
        .hasSizeGreaterThan(60)
        .allMatch(line -> line.replace("\\'", "").chars().filter(c -> c == '\'').count() % 2 == 0);
  }
}
