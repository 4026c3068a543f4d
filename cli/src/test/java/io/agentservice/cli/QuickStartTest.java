package io.agentservice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A class or service that isn't there is looked for in every jar, of which two hold tens of
 * thousands of entries: that took longer than all else of a short command.
 */
class QuickStartTest {
  private static final String JAVA = System.getProperty("java.home") + "/bin/java";

  private record Run(int exit, List<String> classes, String output) {}

  private static Run run(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(JAVA, "--enable-native-access=ALL-UNNAMED"));
    command.addAll(
        List.of("-Xlog:class+load:stdout", "-cp", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    var loaded = output.lines().filter(line -> line.contains(" source: ")).toList();
    return new Run(process.waitFor(), loaded, output);
  }

  @Test
  void theHelpLooksForNothingThatIsMissing() throws Exception {
    var help = run("--help");

    assertThat(help.exit()).isZero();
    assertThat(help.output()).contains("COMMAND", "session");
    assertThat(help.classes())
        .isNotEmpty()
        .anyMatch(line -> line.contains(" groovy.lang.Closure "))
        .noneMatch(line -> line.contains("jdk.internal.logger.LazyLoggers"));
  }

  @Test
  void aShortCommandThatFailsSaysSoAndEndsWithItsCode() throws Exception {
    var failed = run("session", "list", "--no-such-option");

    assertThat(failed.exit()).isEqualTo(2);
    assertThat(failed.output()).contains("--no-such-option");
  }
}
