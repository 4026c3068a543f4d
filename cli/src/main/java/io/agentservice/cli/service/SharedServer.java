package io.agentservice.cli.service;

import io.agentservice.cli.home.FileLocks;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.Users;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Interrupts;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The one server of a data directory, for commands that need one: the one that is there, whoever
 * started it, else one in a process of its own, which ends after its last user (ADR 0045).
 */
public final class SharedServer {
  private static final String STARTS = "starts";
  private static final String LOG = "run.log";
  private static final long LARGE_LOG = 8L << 20;
  private static final Duration LONGEST_START = Duration.ofMinutes(4);
  private static final Duration LONGEST_END = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration LOOK = Duration.ofMillis(500);

  /** Deaf to the signals of the terminal that it was started at, and not of its process group. */
  private static final String DETACHED =
      """
      trap '' INT HUP TSTP
      if command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
      exec "$@"
      """;

  private SharedServer() {}

  /** The right to start a server here; others wait for it, and find that server then. */
  public static FileLocks starting(Home home) {
    var file = FileLocks.on(home, STARTS);
    if (FileLocks.await(LONGEST_START, file::whole) == null) {
      file.close();
      throw CommandFailure.failed(
          "another command has been starting a service in %s for %d s"
              .formatted(home.path(), LONGEST_START.toSeconds()),
          "end its process, or set AGENT_HOME to another directory");
    }
    return file;
  }

  /**
   * The server of the directory, started when there is none. This process uses it from then on: a
   * server that is killed meanwhile is started again where it was.
   *
   * @param environment of a server that has to be started
   * @param onStart called before one is started; may refuse
   */
  public static Home.Server use(
      Home home,
      Map<String, String> environment,
      Runnable onStart,
      Consumer<String> tell,
      Cleanup cleanup) {
    Users.join(home);
    cleanup.later(() -> awaitEnd(home));
    var found = home.server().orElseGet(() -> findOrStart(home, environment, onStart));
    if (found.kind() != Home.Kind.SERVER) {
      guard(home, found, environment, tell, cleanup);
    }
    return found;
  }

  private static Home.Server findOrStart(
      Home home, Map<String, String> environment, Runnable onStart) {
    try (var _ = starting(home)) {
      var there = home.server(); // somebody else may have been first
      if (there.isPresent()) {
        return there.get();
      }
      onStart.run();
      return start(home, environment);
    }
  }

  private static Home.Server start(Home home, Map<String, String> environment) {
    var log = home.file(LOG);
    var said = home.file("run.start");
    try {
      if (Files.size(log) > LARGE_LOG) {
        Files.move(log, log.resolveSibling(LOG + ".1"), StandardCopyOption.REPLACE_EXISTING);
        log = home.file(LOG);
      }
      Files.delete(said); // a server that still ends may write to it
      said = home.file("run.start");
      var builder = new ProcessBuilder(command());
      builder.environment().putAll(environment);
      builder.environment().put("AGENT_HOME", home.path().toString());
      builder.redirectInput(Path.of("/dev/null").toFile());
      builder.redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()));
      var process = builder.start();
      Interrupts.spare(process.toHandle());
      return announced(home, process, said);
    } catch (IOException e) {
      throw CommandFailure.failed("can't start a service: " + e.getMessage(), null);
    }
  }

  /** This Java with its options and this program. */
  private static List<String> command() {
    var command = new ArrayList<>(List.of("sh", "-c", DETACHED, "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    var options = options();
    command.addAll(options);
    var path = System.getProperty("java.class.path");
    if (options.isEmpty()) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.addAll(List.of("-cp", path, Installation.MAIN));
    } else {
      command.addAll(List.of("-jar", path));
    }
    command.addAll(List.of("server", "--until-unused", "--json"));
    return command;
  }

  /** Those that the launcher gave; empty when Java was not started by it. */
  private static List<String> options() {
    var words = words();
    int jar = words.indexOf("-jar");
    if (jar > 0) {
      return words.subList(0, jar);
    }
    return Installation.current()
        .map(place -> List.of("-Dagent.install=" + place.root()))
        .orElse(List.of());
  }

  /** Of this process's command line, but for the first one. */
  private static List<String> words() {
    try {
      var line = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.ISO_8859_1);
      var words = List.of(line.split("\0", -1));
      return words.subList(1, words.size());
    } catch (IOException _) { // not on Linux
      return ProcessHandle.current().info().arguments().map(List::of).orElse(List.of());
    }
  }

  private static Home.Server announced(Home home, Process process, Path said) {
    long end = System.nanoTime() + LONGEST_START.toNanos();
    while (process.isAlive() && System.nanoTime() - end < 0) {
      var server = home.server();
      if (server.isPresent()) {
        return server.get();
      }
      LockSupport.parkNanos(POLL.toNanos());
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
    }
    boolean ended = !process.isAlive();
    process.destroy();
    if (!ended) {
      throw CommandFailure.failed(
          "the service did not start in time", "its log: " + home.file(LOG));
    }
    throw failure(home, process.exitValue(), said);
  }

  private static CommandFailure failure(Home home, int exitCode, Path said) {
    try {
      for (var line : Files.readAllLines(said).reversed()) {
        if (line.startsWith("{")) {
          var failure = JsonObject.parse(line);
          return CommandFailure.of(
              Math.max(1, exitCode), failure.required("detail"), failure.text("hint"));
        }
      }
    } catch (IOException | JsonException _) {
      // It ended in another way.
    }
    return CommandFailure.failed(
        "the service ended with exit code %d while it started".formatted(exitCode),
        "its log: " + home.file(LOG));
  }

  /** Starts it anew at the same address when it is killed, so that those who use it go on. */
  private static void guard(
      Home home,
      Home.Server server,
      Map<String, String> environment,
      Consumer<String> tell,
      Cleanup cleanup) {
    var closing = new CountDownLatch(1);
    cleanup.later(closing::countDown);
    var again = new HashMap<>(environment);
    again.put("AGENT_PORT", Integer.toString(URI.create(server.url()).getPort()));
    Thread.ofVirtual()
        .name("server-guard")
        .start(() -> {
          try {
            while (!closing.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
              if (home.server().isEmpty() && home.serverWasKilled()) {
                findOrStart(home, again, () -> {});
              }
            }
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          } catch (CommandFailure e) {
            tell.accept(
                "agent: the service was killed and can't be started again: " + e.getMessage());
          }
        });
  }

  /** Lets go; the last user returns when the server has ended. */
  private static void awaitEnd(Home home) {
    var server = home.server().filter(there -> there.kind() == Home.Kind.SHARED);
    Users.leave(home);
    var process = server.map(Home.Server::pid).flatMap(ProcessHandle::of).orElse(null);
    long end = System.nanoTime() + LONGEST_END.toNanos();
    while (process != null && process.isAlive() && System.nanoTime() - end < 0) {
      if (Users.look(home) == Users.Seen.USED) {
        return;
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }
}
