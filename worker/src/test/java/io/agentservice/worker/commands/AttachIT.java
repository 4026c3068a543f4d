package io.agentservice.worker.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.bridge.BridgeAddress;
import io.agentservice.worker.CommandMain;
import java.io.IOException;
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

/** The command as a program of its own, on a real terminal, against a real remote. */
class AttachIT {
  private static final String SESSION = "agent-0199";
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir private Path temporary;
  private final List<Process> started = new ArrayList<>();
  private Process remote;

  private Greeter gateway;

  /** A shell is opened for people once the gateway has told the session's variables. */
  @BeforeEach
  void serve() throws Exception {
    gateway = new Greeter();
    Files.createDirectories(temporary.resolve("work"));
    var builder =
        program("io.agentservice.remote.Main", "serve", "--pty-bridge-port", "0")
            .directory(temporary.resolve("work").toFile())
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve("remote.log").toFile());
    builder.environment().put("AGENT_OUTPOST_GATEWAY_URL", gateway.address());
    builder.environment().put("AGENT_OUTPOST_CONNECT_TOKEN", "agc_secret");
    builder.environment().put("AGENT_OUTPOST_SESSION_ID", SESSION);
    builder.environment().put("AGENT_REMOTE_STATE_DIR", sessionDirectory().toString());
    builder.environment().put("SHELL", "/bin/bash");
    remote = builder.start();
    started.add(remote);
    await("the bridge", () -> BridgeAddress.read(sessionDirectory()).isPresent());
  }

  @AfterEach
  void end() throws Exception {
    gateway.close();
    for (var process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void terminalIsRawFollowsItsSizeAndIsGivenBackAsItWasFound() throws Exception {
    var script =
        """
        stty rows 33 cols 77
        tty > %1$s
        stty -g > %2$s
        %3$s
        echo attach ended with $?
        stty -g | cmp - %2$s && echo as it was found
        """
            .formatted(file("tty"), file("before"), String.join(" ", attach(SESSION)));
    var user =
        new ProcessBuilder(
            "env", "--default-signal=INT,QUIT", "script", "-qfc", script, "/dev/null");
    user.environment().put("SHELL", "/bin/sh");
    user.environment().put("TERM", "xterm");
    var person =
        user.redirectErrorStream(true).redirectOutput(temporary.resolve("shown").toFile()).start();
    started.add(person);
    try (var keys = person.outputWriter(UTF_8)) {
      // Typed once the remote's shell is there: else it would be for the script.
      await("a prompt", () -> remote.descendants().findAny().isPresent());
      keys.write("stty size; pwd; echo $TERM on $(tty)\r");
      keys.flush();
      awaitShown("33 77", temporary.resolve("work").toRealPath().toString(), "xterm on /dev/");

      assertThat(
              new ProcessBuilder(
                      "stty",
                      "-F",
                      Files.readString(file("tty")).strip(),
                      "rows",
                      "50",
                      "cols",
                      "99")
                  .start()
                  .waitFor())
          .isZero();
      keys.write("while [ \"$(stty size)\" != '50 99' ]; do sleep 0.1; done; echo res''ized\r");
      keys.flush();
      awaitShown("resized");

      keys.write("sleep 4711\r");
      keys.flush();
      await("the sleep", () -> runs("sleep 4711"));
      keys.write("\u0003"); // for the sleep, not for the command
      keys.flush();
      await("its end", () -> !runs("sleep 4711"));
      keys.write("exit 7\r");
      keys.flush();
      awaitShown("attach ended with 7", "as it was found");
      assertThat(person.waitFor(120, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void withoutATerminalTheInputIsAScriptAndTheOutputIsClean() throws Exception {
    var pipe = start(attach(SESSION));
    try (var in = pipe.outputWriter(UTF_8)) {
      in.write("echo hello; pwd; exit 3\n");
    }
    assertThat(pipe.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(pipe.exitValue()).isEqualTo(3);
    assertThat(output(pipe)).isEqualTo("hello\n" + temporary.resolve("work").toRealPath() + "\n");
  }

  @Test
  void errorsAreOneLineAndAHint() throws Exception {
    var unknown = start(attach("agent-nobody"));
    assertThat(unknown.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(unknown.exitValue()).isEqualTo(2);
    assertThat(output(unknown))
        .startsWith("No session agent-nobody on this machine\n  hint: ")
        .hasLineCount(2);

    var address = BridgeAddress.read(sessionDirectory()).orElseThrow();
    new BridgeAddress(address.port(), "guessed").write(sessionDirectory());
    var refused = start(attach(SESSION));
    assertThat(refused.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(refused.exitValue()).isEqualTo(1);
    assertThat(output(refused))
        .isEqualTo("No shell: the secret is not that of this session's bridge\n");

    remote.destroyForcibly().waitFor();
    var dead = start(attach(SESSION));
    assertThat(dead.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(dead.exitValue()).isEqualTo(1);
    assertThat(output(dead)).startsWith("The session's remote does not run on this machine");

    BridgeAddress.delete(sessionDirectory());
    var none = start(attach(SESSION));
    assertThat(none.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(none.exitValue()).isEqualTo(1);
    assertThat(output(none)).startsWith("Session agent-0199 has no PTY bridge now\n");

    Files.writeString(
        Files.createDirectory(sessionDirectory().resolve("network")).resolve("gateway"), "ws://x/");
    var apart = start(attach(SESSION));
    assertThat(apart.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(apart.exitValue()).isEqualTo(1);
    assertThat(output(apart)).startsWith("Session agent-0199 has a network of its own");
  }

  @Test
  void remoteThatGoesAwayEndsTheCommand() throws Exception {
    var pipe = start(attach(SESSION));
    try (var in = pipe.outputWriter(UTF_8)) {
      in.write("echo hello\n");
      in.flush();
      await("the shell", () -> output(pipe).contains("hello"));
      remote.destroyForcibly().waitFor();
      assertThat(pipe.waitFor(120, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(pipe.exitValue()).isEqualTo(1);
    assertThat(output(pipe)).endsWith("The session's remote went away\n");
  }

  private Path sessionDirectory() {
    return temporary.resolve("data/sessions").resolve(SESSION);
  }

  private Path file(String name) {
    return temporary.resolve(name);
  }

  private List<String> attach(String session) {
    return program(
            CommandMain.class.getName(), "attach", session, "--data-dir=" + file("data").toString())
        .command();
  }

  private static ProcessBuilder program(String main, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                JAVA,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  private Process start(List<String> command) throws IOException {
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(file("out-" + started.size()).toFile())
            .start();
    started.add(process);
    return process;
  }

  private String output(Process process) throws IOException {
    return Files.readString(file("out-" + started.indexOf(process)));
  }

  private void awaitShown(String... texts) throws Exception {
    await(
        List.of(texts) + " in " + Files.readString(file("shown")),
        () -> {
          var shown = Files.readString(file("shown"));
          return List.of(texts).stream().allMatch(shown::contains);
        });
  }

  private static boolean runs(String commandLine) {
    return ProcessHandle.allProcesses()
        .anyMatch(handle -> handle.info().commandLine().orElse("").endsWith(commandLine));
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("not in time: " + what).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(60));
    }
  }
}
