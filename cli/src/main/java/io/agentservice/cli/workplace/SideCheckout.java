package io.agentservice.cli.workplace;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Program;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A checkout beside the user's own, at the commit that he has checked out, with the submodules that
 * he has checked out. It borrows the objects of his repositories and keeps new ones to itself;
 * {@link #take} brings the result over as a branch, in each of them.
 *
 * @param of a directory of the user's repository
 * @param place the whole checkout
 * @param branch the result's name, in both
 * @param base the commit that it began with
 * @param submodules outer ones first
 */
record SideCheckout(Path of, Path place, String branch, String base, List<Submodule> submodules) {
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
  private static final int MOST_NAMED = 5;

  /**
   * What came of it.
   *
   * @param changed false when there is no branch, because nothing was changed
   * @param remark what is kept beside the branch, and where; null when that is nothing
   */
  record Taken(boolean changed, @Nullable String remark) {}

  /**
   * Makes it, or goes on with what is there.
   *
   * @param place may exist: what an earlier run could not bring over
   * @param again whether the branch may exist: then it is where the work goes on
   * @throws CommandFailure when the branch can't have that name, or a submodule not be checked out
   */
  static SideCheckout make(Path of, Path place, String branch, boolean again) {
    if (!Git.succeeds(of, "check-ref-format", "--branch", branch)) {
      throw CommandFailure.usage(
          "'%s' is no name for a branch".formatted(branch), "e.g. agent/mend-the-date");
    }
    boolean there = hasBranch(of, branch);
    if (there && !again) {
      throw taken(branch, "");
    }
    var start = there ? "refs/heads/" + branch : "HEAD";
    if (!Git.succeeds(of, "rev-parse", "--verify", "--quiet", start + "^{commit}")) {
      throw CommandFailure.usage(
          "the repository of %s has no commit to begin with".formatted(of), "commit something");
    }
    var base = Git.run(of, "rev-parse", start + "^{commit}");
    var top = Path.of(Git.run(of, "rev-parse", "--show-toplevel"));
    var submodules = Submodule.of(top, base);
    for (var submodule : submodules) {
      if (!again && hasBranch(submodule.of(), branch)) {
        throw taken(branch, " in the submodule " + submodule.path());
      }
    }
    LeftCheckouts.deleteOld(place);
    var made = new SideCheckout(of, place, branch, base, submodules);
    if (!Files.isDirectory(place.resolve(".git")) || LeftCheckouts.holdsIgnoredOnly(place)) {
      made.checkOut(top);
    }
    return made;
  }

  private static boolean hasBranch(Path of, String branch) {
    return Git.succeeds(of, "show-ref", "--verify", "--quiet", "refs/heads/" + branch);
  }

  private static CommandFailure taken(String branch, String where) {
    return CommandFailure.usage(
        "there is a branch %s already%s".formatted(branch, where), "give the result another name");
  }

  private void checkOut(Path top) {
    boolean whole = false;
    try {
      checkOut(top, place, base);
      for (var submodule : submodules) {
        checkOut(submodule.of(), place.resolve(submodule.path()), submodule.commit());
      }
      LeftCheckouts.isInUse(place);
      whole = true;
    } finally {
      if (!whole) {
        delete(); // so that no half of it is gone on with
      }
    }
  }

  private void checkOut(Path from, Path to, String commit) {
    boolean there = Files.isDirectory(to.resolve(".git"));
    if (!there) {
      Git.run(
          from,
          "clone",
          "-q",
          ObjectStores.borrows(from) ? "--no-local" : "--shared",
          "--no-checkout",
          "--no-tags",
          from.toString(),
          to.toString());
    }
    Git.run(to, "checkout", "-q", "--no-track", "-B", branch, commit);
    if (!there) {
      adopt(from, to);
    }
  }

  /** Who commits and where a push goes are as in the user's repository. */
  private static void adopt(Path of, Path place) {
    for (var name : List.of("user.name", "user.email")) {
      var value = Git.config(of, name);
      if (!value.isEmpty()) {
        Git.run(place, "config", name, value);
      }
    }
    var origin = Git.config(of, "remote.origin.url");
    if (origin.isEmpty()) {
      Git.run(place, "remote", "remove", "origin");
    } else {
      Git.run(place, "remote", "set-url", "origin", origin);
    }
  }

  /** The directory in it that is what the user's directory is in his. */
  Path directory() {
    var inside = place.resolve(Git.run(of, "rev-parse", "--show-prefix"));
    try {
      return Files.createDirectories(inside).toRealPath();
    } catch (IOException e) {
      throw CommandFailure.failed("can't make " + inside + ": " + e.getMessage(), null);
    }
  }

  /** How many files of the user's checkout differ from its commit; they are not in this one. */
  long leftOut() {
    return Git.run(of, "--no-optional-locks", "status", "--porcelain").lines().count();
  }

  /**
   * Commits what is not committed yet and brings the branch into the user's repository and the
   * submodules that were changed; then the checkout is gone, unless it holds something else.
   *
   * @param subject of the commits
   * @throws CommandFailure when git refuses, or something can't be brought over, after all else is;
   *     then the checkout stays
   */
  Taken take(String subject) {
    var strange = new ArrayList<String>();
    for (var submodule : submodules.reversed()) { // so that the outer ones hold the inner commits
      takeSubmodule(submodule, subject, strange);
    }
    var head = commit(place, "", subject, strange);
    boolean changed = !head.equals(base);
    if (changed) {
      bringOver(place, of);
    }
    if (!strange.isEmpty()) {
      throw CommandFailure.failed(
          "%s: a repository of its own, which can't be brought over; it is kept in %s%s"
              .formatted(
                  String.join(", ", strange), place, changed ? ", all else is in " + branch : ""),
          "cp -R %s there yourself".formatted(place.resolve(strange.getFirst())));
    }
    var ignored = ignored();
    if (ignored != null) {
      LeftCheckouts.keepIgnored(place);
    } else {
      delete();
    }
    return new Taken(changed, ignored);
  }

  private void takeSubmodule(Submodule submodule, String subject, List<String> strange) {
    var there = place.resolve(submodule.path());
    if (Files.exists(there.resolve(".git"))) { // else the agent has removed it
      var head = commit(there, submodule.path() + "/", subject, strange);
      if (!head.equals(submodule.commit())) {
        bringOver(there, submodule.of());
      }
    }
  }

  /**
   * Commits all that is one's own.
   *
   * @param prefix of its paths in the whole checkout
   * @param strange gets the repositories in it that are not known to the user's
   * @return the last commit
   */
  private String commit(Path repository, String prefix, String subject, List<String> strange) {
    var add = new ArrayList<>(List.of("add", "-A", "--", "."));
    for (var embedded : Git.embedded(repository)) {
      strange.add(prefix + embedded);
      add.add(":(exclude,literal)" + embedded);
    }
    Git.run(repository, add.toArray(String[]::new));
    for (var link : Git.stagedLinks(repository)) {
      if (isStrange(repository, prefix, link)) {
        strange.add(prefix + link.path());
      }
    }
    if (!Git.succeeds(repository, "diff", "--cached", "--quiet")) {
      var variables = new HashMap<String, String>();
      if (Git.config(repository, "user.email").isEmpty()) {
        variables.putAll(SOMEBODY);
      }
      Program.run(
          repository,
          List.of(
              "git", "-c", "commit.gpgsign=false", "commit", "-q", "--no-verify", "-m", subject),
          variables);
    }
    return Git.run(repository, "rev-parse", "HEAD");
  }

  /** One that the agent has made or checked out. */
  private boolean isStrange(Path repository, String prefix, Git.Link link) {
    return Files.exists(repository.resolve(link.path()).resolve(".git"))
        && submodules.stream().noneMatch(known -> known.path().equals(prefix + link.path()));
  }

  private void bringOver(Path from, Path to) {
    try {
      Git.run(
          to,
          "-c",
          "maintenance.auto=false", // brings the new objects over and no more
          "-c",
          "gc.auto=0",
          "fetch",
          "-q",
          "--no-tags",
          "--no-recurse-submodules",
          "--no-write-fetch-head",
          from.toString(),
          "HEAD:refs/heads/" + branch);
    } catch (CommandFailure e) {
      throw CommandFailure.failed(
          "the branch %s can't be changed (%s); the work is in %s"
              .formatted(branch, e.getMessage(), from),
          "git fetch %s HEAD:NAME".formatted(from));
    }
  }

  /** What git ignores there, in a sentence; null when that is nothing. */
  private @Nullable String ignored() {
    var names = new ArrayList<>(Git.ignored(place));
    for (var submodule : submodules) {
      var there = place.resolve(submodule.path());
      if (Files.exists(there.resolve(".git"))) {
        Git.ignored(there).forEach(name -> names.add(submodule.path() + "/" + name));
      }
    }
    if (names.isEmpty()) {
      return null;
    }
    var more = names.size() > MOST_NAMED ? " and %d more".formatted(names.size() - MOST_NAMED) : "";
    return "git ignores %s%s, so the branch is without; kept for %d days in %s"
        .formatted(
            names.stream().limit(MOST_NAMED).collect(Collectors.joining(", ")),
            more,
            LeftCheckouts.KEPT.toDays(),
            place);
  }

  private void delete() {
    try {
      Trees.delete(place);
    } catch (IOException e) {
      throw CommandFailure.failed("could not delete " + place + ": " + e.getMessage(), null);
    }
  }
}
