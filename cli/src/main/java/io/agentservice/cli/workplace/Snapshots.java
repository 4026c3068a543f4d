package io.agentservice.cli.workplace;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All files below a directory of a git repository at several moments, as git trees: changed and new
 * ones too, without those that git ignores. Objects and index are its own: the repository is read,
 * and nothing in it changes.
 */
final class Snapshots {
  /** Larger files are compared by their content, not shown line by line. */
  private static final String LARGE = "core.bigFileThreshold=1m";

  private final GitLook.Repository repository;
  private final Map<String, String> variables;
  private final List<Inner> submodules;

  private Snapshots(
      GitLook.Repository repository, Map<String, String> variables, List<Inner> submodules) {
    this.repository = repository;
    this.variables = variables;
    this.submodules = submodules;
  }

  /** A submodule; its path is relative to the directory that is looked at. */
  private record Inner(String path, Snapshots snapshots) {}

  /**
   * The files of a moment.
   *
   * @param tree git's
   * @param submodules by their paths; without those that are gone
   */
  record Moment(String tree, Map<String, Moment> submodules) {}

  /**
   * Begins without one.
   *
   * @param place a directory for what it keeps, made here or by a killed run; whoever calls deletes
   *     it in the end
   */
  static Snapshots of(GitLook.Repository repository, Path place) {
    try {
      var objects = Files.createDirectories(place.resolve("objects"));
      var index = place.resolve("index");
      if (Files.exists(repository.index())) { // saves git reading every file
        copy(repository.index(), index);
      }
      return new Snapshots(
          repository,
          Map.of(
              "GIT_INDEX_FILE",
              index.toString(),
              "GIT_OBJECT_DIRECTORY",
              objects.toString(),
              "GIT_ALTERNATE_OBJECT_DIRECTORIES",
              quoted(repository.objects())),
          submodules(repository.directory(), place));
    } catch (IOException e) {
      throw CommandFailure.failed(
          "can't take a snapshot of %s: %s".formatted(repository.directory(), e), null);
    }
  }

  /**
   * Git reads a file again that was changed when the index was written or later, since its clock
   * would not show a second change: a copy has to be as old as the original, for that.
   */
  private static void copy(Path original, Path copy) throws IOException {
    var written = Files.getLastModifiedTime(original);
    Files.copy(original, copy, StandardCopyOption.REPLACE_EXISTING);
    Files.setLastModifiedTime(copy, written);
  }

  private static List<Inner> submodules(Path directory, Path place) {
    var all = new ArrayList<Inner>();
    for (var link : Git.stagedLinks(directory)) {
      var there = directory.resolve(link.path());
      if (Files.exists(there.resolve(".git"))
          && GitLook.at(there) instanceof GitLook.Repository inner) {
        all.add(new Inner(link.path(), of(inner, place.resolve("submodule" + all.size()))));
      }
    }
    return all;
  }

  /** As a list of paths wants it. */
  private static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** This moment; files that have not changed since the last one are not read again. */
  Moment take() {
    git("add", "-A", ".");
    var said = git("write-tree").strip().lines().toList();
    var inner = new HashMap<String, Moment>();
    for (var submodule : submodules) {
      if (Files.exists(submodule.snapshots.repository.directory().resolve(".git"))) {
        inner.put(submodule.path, submodule.snapshots.take());
      }
    }
    return new Moment(said.getLast(), inner); // after warnings
  }

  /** What changed between two moments, as a unified diff. */
  String diff(Moment before, Moment after) {
    return diff(before, after, "");
  }

  private String diff(Moment before, Moment after, String path) {
    var command =
        new ArrayList<>(List.of("--no-pager", "diff", "--relative", "--no-color", "--no-ext-diff"));
    if (!path.isEmpty()) {
      command.addAll(List.of("--src-prefix=a/" + path, "--dst-prefix=b/" + path));
    }
    command.addAll(List.of(before.tree, after.tree));
    var all = new StringBuilder(git(command.toArray(String[]::new)));
    for (var submodule : submodules) {
      var then = before.submodules.get(submodule.path);
      var now = after.submodules.get(submodule.path);
      if (then != null && now != null) {
        all.append(submodule.snapshots.diff(then, now, path + submodule.path + "/"));
      }
    }
    return all.toString();
  }

  /** Without the filters that would put large files into the repository's own store. */
  private String git(String... words) {
    var command = new ArrayList<>(List.of("git", "-c", LARGE, "-c", "core.compression=1"));
    for (var filter : List.of("clean=", "process=", "required=false")) {
      command.addAll(List.of("-c", "filter.lfs." + filter));
    }
    command.addAll(List.of(words));
    return Program.run(repository.directory(), command, variables);
  }
}
