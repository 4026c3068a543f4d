package io.agentservice.cli.eval.tasks;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Program;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A row of SWE-bench's form: a repository at a commit, a text that says what is wrong, and tests
 * that come as a patch afterwards.
 *
 * @param repository a directory or an address that git can clone
 * @param commit where the session begins
 * @param testPatch applied to what it left; empty: none is
 * @param command of the tests, for a shell
 */
record RepositoryTask(
    String name, String prompt, String repository, String commit, String testPatch, String command)
    implements Task {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");
  private static final Pattern COMMIT = Pattern.compile("[0-9a-fA-F]{7,64}");
  private static final Pattern AT_A_HOST = Pattern.compile("[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+");
  private static final Pattern CHANGED =
      Pattern.compile("^(?:---|\\+\\+\\+) [ab]/([^\\t\\n]+)", Pattern.MULTILINE);
  private static final String PLACE_OF_TESTS = "{tests}";
  private static final Duration LONGEST = Duration.ofMinutes(30);

  /** The tests' patch does not fit what the session left. */
  private static final int NO_PATCH = 97;

  /**
   * Of one line.
   *
   * @param base where relative repositories are
   * @param command for rows that have none of their own; null: none
   */
  static RepositoryTask of(String line, int number, Path base, @Nullable String command) {
    try {
      var row = JsonObject.parse(line);
      var own = row.text("test_command");
      var tests = own == null ? command : own;
      if (tests == null) {
        throw CommandFailure.usage(
            "line %d says no test_command".formatted(number),
            "give one for all with --test-command 'pytest -q {tests}'");
      }
      return new RepositoryTask(
          fitting(NAME, row, "instance_id", number),
          row.required("problem_statement"),
          place(row.required("repo"), base),
          fitting(COMMIT, row, "base_commit", number),
          String.valueOf(row.fields().getOrDefault("test_patch", "")),
          tests.replace(PLACE_OF_TESTS, named(row)));
    } catch (JsonException e) {
      throw CommandFailure.usage("line %d: %s".formatted(number, e.getMessage()), null);
    }
  }

  private static String fitting(Pattern form, JsonObject row, String field, int number) {
    var text = row.required(field);
    if (!form.matcher(text).matches()) {
      throw CommandFailure.usage(
          "line %d: %s '%s' does not match %s".formatted(number, field, text, form), null);
    }
    return text;
  }

  /** A directory beside the file, else what GitHub calls so, else an address. */
  private static String place(String repo, Path base) {
    if (Files.isDirectory(base.resolve(repo))) {
      return base.resolve(repo).toString();
    }
    return AT_A_HOST.matcher(repo).matches() ? "https://github.com/" + repo : repo;
  }

  /** Those that are to pass, for a shell. */
  private static String named(JsonObject row) {
    return Stream.of("FAIL_TO_PASS", "PASS_TO_PASS")
        .flatMap(field -> tests(row, field))
        .map(Tests::quoted)
        .collect(Collectors.joining(" "));
  }

  /** A list, or a text that is one: both are about. */
  private static Stream<String> tests(JsonObject row, String field) {
    var value = row.fields().get(field);
    var list =
        value instanceof String text && !text.isBlank()
            ? JsonObject.parse("{\"list\": %s}".formatted(text)).list("list")
            : row.list(field);
    return list.stream().map(String::valueOf);
  }

  @Override
  public void prepare(Path work) {
    git(work, "clone", "-q", "--no-checkout", "--", repository, ".");
    git(work, "checkout", "-q", "--detach", commit);
  }

  private static void git(Path work, String... words) {
    var command = Stream.concat(Stream.of("git"), Stream.of(words)).toList();
    var result =
        Program.tryRun(work, command, Map.of("GIT_TERMINAL_PROMPT", "0"), LONGEST)
            .orElseThrow(() -> CommandFailure.usage("git is not installed", "install it"));
    if (result.exitCode() != 0) {
      throw CommandFailure.failed("git %s: %s".formatted(words[0], result.said().strip()), null);
    }
  }

  /** The tests are as the row has them, whatever the session made of them. */
  @Override
  public Verdict verify(Tests tests, Path work, Path notes) {
    var patch = notes.resolve("tests.patch");
    try {
      Files.writeString(patch, testPatch);
    } catch (IOException e) {
      throw CommandFailure.failed("can't write " + patch + ": " + e.getMessage(), null);
    }
    var script = testPatch.isBlank() ? command : applied(patch) + command;
    var result = tests.run(work, List.of(Tests.Shown.read(patch)), work, script, LONGEST);
    return result.exitCode() == NO_PATCH
        ? Verdict.of(false, "its tests can't be applied to what the session left", result)
        : Verdict.of(result);
  }

  private String applied(Path patch) {
    var files =
        CHANGED
            .matcher(testPatch)
            .results()
            .map(found -> Tests.quoted(found.group(1)))
            .distinct()
            .collect(Collectors.joining(" "));
    return """
    git=%s
    for file in %s; do
      rm -rf -- "$file"
      $git checkout -q %s -- "$file" 2>/dev/null
    done
    $git apply %s || exit %d
    """
        .formatted(
            "'git -c core.hooksPath=/dev/null'",
            files,
            commit,
            Tests.quoted(patch.toString()),
            NO_PATCH);
  }
}
