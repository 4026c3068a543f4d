package io.agentservice.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.exit.ExitCode;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without --outpost: a person at a real terminal is asked, anything else is refused. */
class PromptIT {
  @TempDir Path temporary;
  private final List<Process> started = new ArrayList<>();
  private ScriptedApi api;

  @BeforeEach
  void start() throws IOException {
    api = new ScriptedApi();
    api.outposts(
        ScriptedApi.outpost("outpost_env-1", "here", "linux"),
        ScriptedApi.outpost("outpost_env-2", "there", "linux"));
  }

  @AfterEach
  void end() throws Exception {
    for (var process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    }
    api.close();
  }

  @Test
  void numberThatIsTypedChoosesTheOutpostWhoseQueueIsPolled() throws Exception {
    var terminal = start("script", "-qfec", String.join(" ", command()), "/dev/null");
    try (var keys = terminal.outputWriter(UTF_8)) {
      await(() -> shown().contains("Outpost to serve (number or name): "));
      assertThat(shown()).contains("1  outpost_env-1 here linux", "2  outpost_env-2 there linux");
      type(keys, "7\r");
      await(() -> shown().contains("There is no '7'"));
      type(keys, "2\r");
      await(() -> shown().contains("serves outpost there"));
      await(() -> api.requests.contains("watch"));
      assertThat(api.addresses.stream().filter(address -> address.contains("phase=pending")))
          .isNotEmpty()
          .allMatch(address -> address.contains("outpost=outpost_env-2&"));
      type(keys, "\u0003"); // ^C reaches the worker as INT
      assertThat(terminal.waitFor(120, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(terminal.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void endOfInputAtThePromptChoosesNone() throws Exception {
    var terminal = start("script", "-qfec", String.join(" ", command()), "/dev/null");
    try (var keys = terminal.outputWriter(UTF_8)) {
      await(() -> shown().contains("Outpost to serve"));
      type(keys, "\u0004");
      assertThat(terminal.waitFor(120, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(terminal.exitValue()).isEqualTo(ExitCode.USAGE);
    assertThat(shown()).contains("No outpost was chosen");
  }

  @Test
  void withoutATerminalTheFlagIsNamedAndNothingAsked() throws Exception {
    var worker = start(command().toArray(String[]::new));
    assertThat(worker.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(ExitCode.USAGE);
    assertThat(shown())
        .isEqualTo("No outpost to serve\n  hint: Name one with --outpost=<id or name>\n");
    assertThat(api.requests).isEmpty();
  }

  private static List<String> command() {
    // A build that was started with interrupts ignored would hand that down to the worker.
    return List.of(
        "env",
        "--default-signal=INT,QUIT",
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        CommandMain.class.getName(),
        "start",
        "--poll-interval-secs=1");
  }

  private Process start(String... command) throws IOException {
    var builder = new ProcessBuilder(command);
    builder.environment().put("AGENT_OUTPOSTS_TOKEN", "agt_token");
    builder.environment().put("AGENT_API_URL", api.uri().toString());
    builder.environment().put("AGENT_WORKER_HOME", temporary.resolve("data").toString());
    builder.environment().put("SHELL", "/bin/sh");
    builder.redirectErrorStream(true).redirectOutput(temporary.resolve("shown").toFile());
    var process = builder.directory(temporary.toFile()).start();
    started.add(process);
    return process;
  }

  private static void type(Writer keys, String text) throws IOException {
    keys.write(text);
    keys.flush();
  }

  private String shown() throws IOException {
    return Files.readString(temporary.resolve("shown")).replace("\r\n", "\n");
  }

  /** Waits for a condition, at most 60 s. */
  private void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("waited too long: %s", shown()).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(60));
    }
  }
}
