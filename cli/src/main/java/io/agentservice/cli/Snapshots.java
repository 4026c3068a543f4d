package io.agentservice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
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

  private Snapshots(GitLook.Repository repository, Map<String, String> variables) {
    this.repository = repository;
    this.variables = variables;
  }

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
        Files.copy(repository.index(), index, StandardCopyOption.REPLACE_EXISTING);
      }
      return new Snapshots(
          repository,
          Map.of(
              "GIT_INDEX_FILE",
              index.toString(),
              "GIT_OBJECT_DIRECTORY",
              objects.toString(),
              "GIT_ALTERNATE_OBJECT_DIRECTORIES",
              quoted(repository.objects())));
    } catch (IOException e) {
      throw CommandFailure.failed(
          "can't take a snapshot of %s: %s".formatted(repository.directory(), e), null);
    }
  }

  /** As a list of paths wants it. */
  private static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** The tree of this moment; files that have not changed since the last one are not read again. */
  String take() {
    git("add", "-A", ".");
    var said = git("write-tree").strip().lines().toList();
    return said.getLast(); // after warnings
  }

  /** What changed between two trees, as a unified diff. */
  String diff(String before, String after) {
    return git("--no-pager", "diff", "--relative", "--no-color", "--no-ext-diff", before, after);
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
