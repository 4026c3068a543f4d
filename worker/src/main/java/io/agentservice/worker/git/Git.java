package io.agentservice.worker.git;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Git outside of the walls, in no repository, as the user of sessions; the settings of a person
 * count only where the environment says where they are.
 *
 * @param user words that make a command that user's
 * @param patience after which a command that hangs is killed
 */
public record Git(List<String> user, Map<String, String> environment, Duration patience) {
  private static final Duration LARGE_REPOSITORY = Duration.ofMinutes(10);

  public Git(List<String> user, Map<String, String> environment) {
    this(user, environment, LARGE_REPOSITORY);
  }

  /**
   * What it says.
   *
   * @throws IOException when it fails or is not there
   */
  String run(String... words) throws IOException {
    return run(Path.of("/"), words);
  }

  String run(Path directory, String... words) throws IOException {
    var command = new ArrayList<>(user);
    command.add("git");
    command.addAll(List.of(words));
    var output = Files.createTempFile("agent-git", ".out");
    try {
      var builder = new ProcessBuilder(command).directory(directory.toFile());
      builder.environment().keySet().retainAll(List.of("PATH"));
      builder.environment().put("LC_ALL", "C");
      if (environment.isEmpty()) {
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
      }
      builder.environment().putAll(environment);
      var process =
          builder
              .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(output.toFile())
              .redirectError(Redirect.DISCARD)
              .start();
      if (!process.waitFor(patience)) {
        process.destroyForcibly();
        throw new IOException("git hangs");
      }
      if (process.exitValue() != 0) {
        throw new IOException("git " + words[0] + ": exit " + process.exitValue());
      }
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted");
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
