package io.agentservice.worker.sandbox;

import io.agentservice.worker.git.ConfigReturn;
import io.agentservice.worker.git.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A git repository that somebody works in, and a session beside him: what git would execute for him
 * later (hooks, commands of the configuration) the session can't change.
 *
 * @param top of the work tree
 * @param git its directory, beside or in the work tree
 * @param pinned that and what is in it and must not be moved away, outermost first
 * @param fixed what is in these and stays as it is
 * @param configs the repository's and its submodules': of these a session has its own, or they stay
 *     as they are
 */
record Repository(Path top, Path git, List<Path> pinned, List<Path> fixed, List<Path> configs) {
  private static final int DEPTH_OF_MODULES = 8;
  private static final String OF_WORK_TREE = "config.worktree";

  /** The repository whose work tree holds the directory; empty when there is none. */
  static Optional<Repository> around(Path directory) throws IOException {
    for (var top = directory; top != null; top = top.getParent()) {
      var git = top.resolve(".git");
      if (Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(new Repository(top, git, pinnedIn(git), fixedIn(git), configsIn(git)));
      }
      if (Files.isRegularFile(git, LinkOption.NOFOLLOW_LINKS)) {
        return linked(top, git);
      }
    }
    return Optional.empty();
  }

  /**
   * Takes away what kept the session from having git look for its configuration elsewhere: only
   * linked work trees have such a file otherwise, and theirs stays as it is.
   */
  static void mend(Path directory) throws IOException {
    var repository = around(directory);
    if (repository.isPresent()) {
      for (var git : gitDirectories(repository.get().git())) {
        Files.deleteIfExists(git.resolve("commondir"));
      }
    }
  }

  /**
   * Takes over what a session set in its copies of the configurations.
   *
   * @param layers of the session, where these are
   */
  static void returned(Path directory, Path layers, Git git) throws IOException {
    var repository = around(directory);
    if (repository.isPresent()) {
      for (var file : repository.get().configs()) {
        ConfigReturn.take(git, file, Mounts.Configuration.of(file, layers).copy());
      }
    }
  }

  /**
   * A work tree beside the repository ({@code git worktree}), or a submodule. The file may be a
   * session's: only a repository that names this work tree itself is one.
   */
  private static Optional<Repository> linked(Path top, Path file) throws IOException {
    var own = resolved(top, file, "gitdir: ");
    if (own.isEmpty()) {
      return Optional.empty();
    }
    var common =
        resolved(own.get(), own.get().resolve("commondir"), "").filter(at -> !at.equals(own.get()));
    var git = common.orElse(own.get());
    boolean known =
        common.isPresent()
            ? own.get().startsWith(git.resolve("worktrees"))
                && resolved(own.get(), own.get().resolve("gitdir"), "")
                    .equals(Optional.of(file.toRealPath()))
            : isWorkTree(own.get(), top);
    if (!known) {
      return Optional.empty();
    }
    var fixed = new ArrayList<>(List.of(file));
    fixed.addAll(fixedIn(git));
    return Optional.of(new Repository(top, git, pinnedIn(git), List.copyOf(fixed), configsIn(git)));
  }

  /** Whether that is the work tree of a submodule, as its configuration has it. */
  private static boolean isWorkTree(Path git, Path top) throws IOException {
    var config = git.resolve("config");
    if (!Files.isRegularFile(config, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    var line = Pattern.compile("(?m)^\\s*worktree = (.+)$").matcher(Files.readString(config));
    return line.find() && real(git.resolve(line.group(1).strip())).equals(real(top));
  }

  /** The place that a file names; empty when there is none. */
  private static Optional<Path> resolved(Path from, Path file, String before) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    var line = Files.readString(file).strip();
    return real(from.resolve(line.startsWith(before) ? line.substring(before.length()) : line));
  }

  private static Optional<Path> real(Path path) {
    try {
      return Optional.of(path.toRealPath());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /** Whoever moves a directory moves what is mounted in it, too. */
  private static List<Path> pinnedIn(Path git) throws IOException {
    var pinned = new TreeSet<Path>();
    var holders = new ArrayList<>(gitDirectories(git));
    holders.addAll(children(git.resolve("worktrees")));
    for (var holder : holders) {
      for (var at = holder; at != null && at.startsWith(git); at = at.getParent()) {
        pinned.add(at);
      }
    }
    return List.copyOf(pinned);
  }

  private static List<Path> fixedIn(Path git) throws IOException {
    var fixed = new ArrayList<Path>();
    for (var directory : gitDirectories(git)) {
      fixed.addAll(fixedInOne(directory));
    }
    for (var directory : children(git.resolve("worktrees"))) {
      fixed.add(directory.resolve("commondir"));
      fixed.add(directory.resolve("gitdir"));
    }
    return fixed;
  }

  private static List<Path> fixedInOne(Path git) throws IOException {
    var fixed = new ArrayList<>(List.of(git.resolve("hooks"), git.resolve("commondir")));
    var config = git.resolve("config");
    if (Files.isRegularFile(config) && Files.readString(config).contains("worktreeConfig")) {
      fixed.add(git.resolve(OF_WORK_TREE));
      children(git.resolve("worktrees")).forEach(tree -> fixed.add(tree.resolve(OF_WORK_TREE)));
    }
    return fixed;
  }

  /** What is fixed and not there is made, or the session would. */
  void fix() throws IOException {
    for (var path : fixed) {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        switch (path.getFileName().toString()) {
          case "hooks" -> Files.createDirectory(path);
          case "commondir" -> Files.writeString(path, ".\n"); // the same as without the file
          default -> Files.createFile(path);
        }
      }
    }
  }

  private static List<Path> configsIn(Path git) throws IOException {
    return gitDirectories(git).stream()
        .map(directory -> directory.resolve("config"))
        .filter(Files::isRegularFile)
        .toList();
  }

  private static List<Path> children(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (var children = Files.list(directory)) {
      return children.filter(Files::isDirectory).toList();
    }
  }

  /** The repository's own and those of its submodules. */
  private static List<Path> gitDirectories(Path git) throws IOException {
    var modules = git.resolve("modules");
    if (!Files.isDirectory(modules, LinkOption.NOFOLLOW_LINKS)) {
      return List.of(git);
    }
    try (var below =
        Files.find(
            modules,
            DEPTH_OF_MODULES,
            (path, is) -> is.isDirectory() && Files.isRegularFile(path.resolve("HEAD")))) {
      return Stream.concat(Stream.of(git), below).toList();
    }
  }
}
