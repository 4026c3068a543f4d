package io.agentservice.cli.workplace;

import io.agentservice.cli.process.Program;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a look for git's repository of a directory finds. */
public sealed interface GitLook {

  /**
   * The directory is in the working tree of a repository.
   *
   * @param directory the one that was looked at
   * @param objects where the repository keeps its objects
   * @param index what is staged; may not exist
   */
  record Repository(Path directory, Path objects, Path index) implements GitLook {}

  /**
   * There is none that can be used.
   *
   * @param why in a few words
   * @param hint the command that helps; null when none does
   */
  record None(String why, @Nullable String hint) implements GitLook {}

  /** Looks; nothing is changed. */
  static GitLook at(Path directory) {
    return at(directory, Map.of());
  }

  /** As above with further variables for git. */
  static GitLook at(Path directory, Map<String, String> variables) {
    var words =
        List.of(
            "git",
            "rev-parse",
            "--is-inside-work-tree",
            "--git-path",
            "objects",
            "--git-path",
            "index");
    var english = new HashMap<>(variables);
    english.put("LC_ALL", "C"); // its words are looked at
    var answer = Program.tryRun(directory, words, english).orElse(null);
    if (answer == null) {
      return new None("git is not installed, so there is no diff", "install git");
    }
    if (answer.exitCode() != 0) {
      return answer.errors().contains("dubious ownership")
          ? notTrusted(directory, answer.errors())
          : new None(directory + " is no git repository", null);
    }
    var lines = answer.output().strip().lines().toList();
    return lines.size() == 3 && lines.getFirst().equals("true")
        ? new Repository(
            directory, directory.resolve(lines.get(1)), directory.resolve(lines.getLast()))
        : new None(directory + " is no working tree of a git repository", null);
  }

  private static None notTrusted(Path directory, String said) {
    var command =
        said.lines()
            .map(String::strip)
            .filter(line -> line.startsWith("git config --global --add safe.directory"))
            .findFirst()
            .orElse("git config --global --add safe.directory '" + directory + "'");
    return new None(
        "git does not trust the repository of %s (dubious ownership): it belongs to another user"
            .formatted(directory),
        command);
  }
}
