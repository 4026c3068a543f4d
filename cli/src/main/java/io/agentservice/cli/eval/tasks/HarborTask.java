package io.agentservice.cli.eval.tasks;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Program;
import io.agentservice.cli.process.TreeCopy;
import io.agentservice.cli.workplace.FreshRepository;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder of Harbor's layout: {@code instruction.md}, {@code task.toml}, {@code environment/},
 * {@code tests/test.sh}. The session works on this machine, in the files of {@code environment/};
 * its image is not built.
 *
 * @param directory absolute
 */
record HarborTask(Path directory, String prompt, JsonObject settings) implements Task {
  static final String INSTRUCTION = "instruction.md";

  private static final Set<String> OF_THE_IMAGE =
      Set.of("Dockerfile", "docker-compose.yaml", "docker-compose.yml", ".dockerignore");
  private static final Path TESTS = Path.of("/tests");
  private static final Path LOGS = Path.of("/logs");
  private static final Path APP = Path.of("/app");
  private static final Duration USUAL = Duration.ofMinutes(10);
  private static final int MOST_OF_REWARD = 10_000;

  /** Reads one. */
  static HarborTask of(Path directory) {
    var toml = directory.resolve("task.toml");
    try {
      if (!Files.exists(directory.resolve("tests/test.sh"))) {
        throw CommandFailure.usage("the task %s has no tests/test.sh".formatted(directory), null);
      }
      return new HarborTask(
          directory,
          Files.readString(directory.resolve(INSTRUCTION)),
          Toml.parse(Files.exists(toml) ? Files.readString(toml) : ""));
    } catch (IOException | JsonException e) {
      throw CommandFailure.usage(
          "the task %s can't be read: %s"
              .formatted(directory, String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          null);
    }
  }

  @Override
  public String name() {
    return directory.getFileName().toString();
  }

  @Override
  public @Nullable Path transcript() {
    var recorded = directory.resolve("transcript.json");
    return Files.exists(recorded) ? recorded : null;
  }

  @Override
  public @Nullable Duration longest() {
    return seconds("agent");
  }

  private @Nullable Duration seconds(String part) {
    return settings.object(part).fields().get("timeout_sec") instanceof Number seconds
            && seconds.doubleValue() > 0
        ? Duration.ofMillis(Math.round(1000 * seconds.doubleValue()))
        : null;
  }

  @Override
  public boolean needsWalls() {
    return true;
  }

  @Override
  public void prepare(Path work) {
    var environment = directory.resolve("environment");
    try {
      if (Files.isDirectory(environment)) {
        TreeCopy.make(environment, work, OF_THE_IMAGE);
      }
    } catch (IOException e) {
      throw CommandFailure.failed("can't copy " + environment + ": " + e.getMessage(), null);
    }
    FreshRepository.make(work);
  }

  @Override
  public Verdict verify(Tests tests, Path work, Path notes) {
    var logs = notes.resolve("logs");
    var longest = seconds("verifier");
    try {
      Files.createDirectories(logs.resolve("verifier"));
      var shown =
          List.of(
              new Tests.Shown(directory.resolve("tests"), TESTS, false),
              new Tests.Shown(logs, LOGS, true),
              new Tests.Shown(work, APP, true));
      var result =
          tests.run(
              work, shown, APP, "exec bash /tests/test.sh", longest == null ? USUAL : longest);
      return verdict(logs.resolve("verifier"), result);
    } catch (IOException e) {
      throw CommandFailure.failed("can't write " + logs + ": " + e.getMessage(), null);
    }
  }

  /** By the reward, which is 1 for all that was asked; by the exit code without one. */
  private static Verdict verdict(Path verifier, Program.Result result) throws IOException {
    try {
      var text = written(verifier.resolve("reward.txt"));
      var json = written(verifier.resolve("reward.json"));
      if (text == null && json == null) {
        return Verdict.of(result);
      }
      double reward =
          text != null
              ? Double.parseDouble(text.strip())
              : JsonObject.parse(String.valueOf(json)).decimal("reward").doubleValue();
      return Verdict.of(reward >= 1, "its tests give a reward of " + reward, result);
    } catch (NumberFormatException | JsonException _) {
      return Verdict.of(false, "its tests give no number as reward", result);
    }
  }

  /** What an agent wrote runs beside the tests: a link may lead anywhere. */
  private static @Nullable String written(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && Files.size(file) <= MOST_OF_REWARD
        ? Files.readString(file)
        : null;
  }
}
