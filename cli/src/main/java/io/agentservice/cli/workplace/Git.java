package io.agentservice.cli.workplace;

import io.agentservice.cli.process.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Git's commands in a directory. */
public final class Git {
  private static final String LINK = "160000";

  private Git() {}

  /** Its standard output; it must succeed. */
  static String run(Path directory, String... words) {
    return Program.run(directory, command(words), Map.of()).strip();
  }

  public static boolean succeeds(Path directory, String... words) {
    return Program.tryRun(directory, command(words))
        .filter(result -> result.exitCode() == 0)
        .isPresent();
  }

  /** A setting as it holds there; empty without one. */
  static String config(Path directory, String name) {
    return Program.tryRun(directory, List.of("git", "config", "--get", name))
        .filter(result -> result.exitCode() == 0)
        .map(result -> result.output().strip())
        .orElse("");
  }

  /**
   * Another repository at a commit inside one.
   *
   * @param path relative to where was looked
   */
  record Link(String path, String commit) {}

  /** Those of a commit. */
  static List<Link> links(Path directory, String commit) {
    return links(run(directory, "ls-tree", "-r", "-z", "--full-tree", commit), 2);
  }

  /** Those that are staged, below the directory. */
  static List<Link> stagedLinks(Path directory) {
    return links(run(directory, "ls-files", "-s", "-z"), 1);
  }

  /** Repositories below the directory that git knows nothing of, and does not ignore. */
  static List<String> embedded(Path directory) {
    return lines(run(directory, "ls-files", "-z", "--others", "--exclude-standard")).stream()
        .filter(name -> name.endsWith("/"))
        .map(name -> name.substring(0, name.length() - 1))
        .toList();
  }

  /** Files that git ignores; a directory that is ignored whole once, with a slash at its end. */
  static List<String> ignored(Path directory) {
    return lines(
        run(
            directory,
            "ls-files",
            "-z",
            "--others",
            "--ignored",
            "--exclude-standard",
            "--directory"));
  }

  /** {@code MODE ... COMMIT ...<tab>PATH}, the commit being that word behind the mode. */
  private static List<Link> links(String listing, int commit) {
    var links = new ArrayList<Link>();
    for (var entry : lines(listing)) {
      int tab = entry.indexOf('\t');
      if (entry.startsWith(LINK) && tab > 0) {
        links.add(new Link(entry.substring(tab + 1), entry.split("\\s", -1)[commit]));
      }
    }
    return links;
  }

  private static List<String> lines(String zeros) {
    return List.of(zeros.split("\0", -1)).stream().filter(line -> !line.isEmpty()).toList();
  }

  private static List<String> command(String... words) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    return command;
  }
}
