package io.agentservice.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.PreparedForTests;
import io.agentservice.cli.home.Home;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users are processes of their own, as commands are; the server is a real one. */
@Timeout(300) // several programs start, one after the other
class SharedServerIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;
  private final List<User> users = new ArrayList<>();

  private record User(Process process, BufferedReader said) {
    String line() throws IOException {
      var line = said.readLine();
      assertThat(line).as("it ended").isNotNull();
      return line;
    }

    /** The server's process. */
    ProcessHandle server(String line) {
      return ProcessHandle.of(Long.parseLong(line.substring(line.indexOf(' ') + 1))).orElseThrow();
    }

    /** It lets go, and ends. */
    void end() throws Exception {
      process.getOutputStream().close();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
  }

  private User user() throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classes = System.getProperty("java.class.path");
    var builder =
        new ProcessBuilder(
            java,
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            classes,
            ServerUser.class.getName(),
            directory.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("AGENT_"));
    builder.environment().putAll(PreparedForTests.with(Map.of()));
    var process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var user = new User(process, process.inputReader());
    users.add(user);
    return user;
  }

  @AfterEach
  void endAll() {
    users.forEach(user -> user.process().destroyForcibly());
    await("the server's end", () -> new Home(directory).server().isEmpty());
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("waited for " + what).isNegative();
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private boolean databaseRuns() {
    return Files.exists(directory.resolve("postgres/data/postmaster.pid"));
  }

  @Test
  void twoThatComeAtOnceGetOneServerWhichEndsWithTheLastOfThem() throws Exception {
    var first = user();
    var second = user();
    var lines = List.of(first.line(), second.line());
    assertThat(lines.stream().filter("starts"::equals)).as("starts in %s", lines).hasSize(1);
    boolean firstStarts = lines.getFirst().equals("starts");
    var starter = firstStarts ? first : second;
    var other = firstStarts ? second : first;
    var url = starter.line();
    assertThat(lines).contains(url);
    var server = starter.server(url);

    starter.end(); // whoever started it
    assertThat(server.isAlive()).isTrue();
    assertThat(new Home(directory).server()).map(Home.Server::pid).contains(server.pid());
    other.end();

    assertThat(server.isAlive()).as("after its last user").isFalse();
    assertThat(databaseRuns()).isFalse();
    assertThat(directory.resolve("server.json")).doesNotExist();
  }

  @Test
  void aKilledUserIsNoneAnyMoreAndAKilledServerComesBackWhereItWas() throws Exception {
    var first = user();
    assertThat(first.line()).isEqualTo("starts");
    var url = first.line();
    var second = user();
    assertThat(second.line()).isEqualTo(url);
    var killed = first.server(url);

    var log = directory.resolve("run.log");
    var before = Files.readString(log);
    assertThat(before).isNotEmpty();
    killed.destroyForcibly();
    first.process().destroyForcibly().waitFor();
    await(
        "another server",
        () ->
            new Home(directory)
                .server()
                .filter(server -> server.pid() != killed.pid())
                .isPresent());
    var again = new Home(directory).server().orElseThrow();
    assertThat(again.url()).isEqualTo(url.substring(0, url.indexOf(' ')));

    second.process().destroyForcibly().waitFor();
    await("its end", () -> ProcessHandle.of(again.pid()).isEmpty());
    assertThat(Files.readString(log)).startsWith(before).hasSizeGreaterThan(before.length());
    assertThat(databaseRuns()).isFalse();
  }
}
