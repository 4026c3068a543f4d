package io.agentservice.cli;

import io.agentservice.postgres.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A checkout beside the user's own, at the commit that he has checked out. It borrows the objects
 * of his repository and keeps new ones to itself; {@link #take} brings the result over as a branch.
 *
 * @param of a directory of the user's repository
 * @param place the whole checkout
 * @param branch the result's name, in both
 * @param base the commit that it began with
 */
record SideCheckout(Path of, Path place, String branch, String base) {
  private static final Map<String, String> SOMEBODY =
      Map.of(
          "GIT_AUTHOR_NAME",
          "agent run",
          "GIT_AUTHOR_EMAIL",
          "agent@localhost",
          "GIT_COMMITTER_NAME",
          "agent run",
          "GIT_COMMITTER_EMAIL",
          "agent@localhost");

  /**
   * Makes it, or goes on with what is there.
   *
   * @param place may exist: what an earlier run could not bring over
   * @param again whether the branch may exist: then it is where the work goes on
   * @throws CommandFailure when the branch can't have that name
   */
  static SideCheckout make(Path of, Path place, String branch, boolean again) {
    if (!succeeds(of, "check-ref-format", "--branch", branch)) {
      throw CommandFailure.usage(
          "'%s' is no name for a branch".formatted(branch), "e.g. agent/mend-the-date");
    }
    boolean there = succeeds(of, "show-ref", "--verify", "--quiet", "refs/heads/" + branch);
    if (there && !again) {
      throw CommandFailure.usage(
          "there is a branch %s already".formatted(branch), "give the result another name");
    }
    var start = there ? "refs/heads/" + branch : "HEAD";
    if (!succeeds(of, "rev-parse", "--verify", "--quiet", start + "^{commit}")) {
      throw CommandFailure.usage(
          "the repository of %s has no commit to begin with".formatted(of), "commit something");
    }
    var base = git(of, "rev-parse", start + "^{commit}");
    if (!Files.isDirectory(place.resolve(".git"))) {
      var top = git(of, "rev-parse", "--show-toplevel");
      git(of, "clone", "-q", "--shared", "--no-checkout", "--no-tags", top, place.toString());
      git(place, "checkout", "-q", "--no-track", "-B", branch, base);
      adopt(of, place);
    }
    return new SideCheckout(of, place, branch, base);
  }

  /** Who commits and where a push goes are as in the user's repository. */
  private static void adopt(Path of, Path place) {
    for (var name : List.of("user.name", "user.email")) {
      var value = config(of, name);
      if (!value.isEmpty()) {
        git(place, "config", name, value);
      }
    }
    var origin = config(of, "remote.origin.url");
    if (origin.isEmpty()) {
      git(place, "remote", "remove", "origin");
    } else {
      git(place, "remote", "set-url", "origin", origin);
    }
  }

  private static String config(Path directory, String name) {
    return Program.tryRun(directory, List.of("git", "config", "--get", name))
        .filter(result -> result.exitCode() == 0)
        .map(result -> result.output().strip())
        .orElse("");
  }

  /** The directory in it that is what the user's directory is in his. */
  Path directory() {
    var inside = place.resolve(git(of, "rev-parse", "--show-prefix"));
    try {
      return Files.createDirectories(inside).toRealPath();
    } catch (IOException e) {
      throw CommandFailure.failed("can't make " + inside + ": " + e.getMessage(), null);
    }
  }

  /** How many files of the user's checkout differ from its commit; they are not in this one. */
  long leftOut() {
    return git(of, "--no-optional-locks", "status", "--porcelain").lines().count();
  }

  /**
   * Commits what is not committed yet and brings the branch into the user's repository; then the
   * checkout is gone.
   *
   * @param subject of the commit
   * @return false when nothing was changed, so that there is no branch
   * @throws CommandFailure when git refuses; then the checkout stays
   */
  boolean take(String subject) {
    git(place, "add", "-A");
    if (!succeeds(place, "diff", "--cached", "--quiet")) {
      var variables = new HashMap<String, String>();
      if (config(place, "user.email").isEmpty()) {
        variables.putAll(SOMEBODY);
      }
      Program.run(
          place,
          List.of(
              "git", "-c", "commit.gpgsign=false", "commit", "-q", "--no-verify", "-m", subject),
          variables);
    }
    boolean changed = !git(place, "rev-parse", "HEAD").equals(base);
    if (changed) {
      bringOver();
    }
    try {
      Trees.delete(place);
    } catch (IOException e) {
      throw CommandFailure.failed("could not delete " + place + ": " + e.getMessage(), null);
    }
    return changed;
  }

  private void bringOver() {
    try {
      git(
          of,
          "-c",
          "maintenance.auto=false", // brings the new objects over and no more
          "-c",
          "gc.auto=0",
          "fetch",
          "-q",
          "--no-tags",
          "--no-write-fetch-head",
          place.toString(),
          "HEAD:refs/heads/" + branch);
    } catch (CommandFailure e) {
      throw CommandFailure.failed(
          "the branch %s can't be changed (%s); the work is in %s"
              .formatted(branch, e.getMessage(), place),
          "git fetch %s HEAD:NAME".formatted(place));
    }
  }

  private static boolean succeeds(Path directory, String... words) {
    return Program.tryRun(directory, command(words))
        .filter(result -> result.exitCode() == 0)
        .isPresent();
  }

  private static String git(Path directory, String... words) {
    return Program.run(directory, command(words), Map.of()).strip();
  }

  private static List<String> command(String... words) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    return command;
  }
}
