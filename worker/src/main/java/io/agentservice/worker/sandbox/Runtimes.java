package io.agentservice.worker.sandbox;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The Java runtimes of remotes, unpacked outside of the walls: all sessions share them, none can
 * change them. An older remote unpacks its own in each session.
 */
public final class Runtimes {
  private static final int SECONDS = 60;

  private final Map<Path, Optional<Path>> known = new ConcurrentHashMap<>();

  /**
   * The runtime of a remote.
   *
   * @param asUser words before a command, to run it as the user of sessions
   * @param environment that user's HOME and PATH
   */
  Optional<Path> of(Path program, List<String> asUser, Map<String, String> environment) {
    return known.computeIfAbsent(program, _ -> unpack(program, asUser, environment));
  }

  private static Optional<Path> unpack(
      Path program, List<String> asUser, Map<String, String> environment) {
    var command = new ArrayList<>(asUser);
    command.addAll(List.of(program.toString(), "unpack"));
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    List.of("PATH", "HOME")
        .forEach(name -> {
          if (environment.containsKey(name)) {
            builder.environment().put(name, environment.get(name));
          }
        });
    try {
      var output = Files.createTempFile("agent-runtime", ".out");
      try {
        var process =
            builder.redirectOutput(output.toFile()).redirectError(Redirect.DISCARD).start();
        process.getOutputStream().close();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          return Optional.empty();
        }
        var said = Files.readString(output, StandardCharsets.UTF_8).strip();
        return process.exitValue() == 0 && said.startsWith("/")
            ? Optional.of(Path.of(said))
            : Optional.empty();
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException _) {
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
