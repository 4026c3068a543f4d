package io.agentservice.worker.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A git repository that somebody works in, and a session beside him: what git would execute for him
 * later (hooks, commands of the configuration) the session can't change.
 *
 * @param top of the work tree
 * @param controlled directories that git writes, beside or in the work tree
 * @param fixed what is in these and stays as it is
 */
record Repository(Path top, List<Path> controlled, List<Path> fixed) {
  private static final int DEPTH_OF_MODULES = 8;

  /** The repository whose work tree holds the directory; empty when there is none. */
  static Optional<Repository> around(Path directory) throws IOException {
    for (var top = directory; top != null; top = top.getParent()) {
      var git = top.resolve(".git");
      if (Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(new Repository(top, List.of(git), fixedIn(git)));
      }
      if (Files.isRegularFile(git, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(linked(top, git));
      }
    }
    return Optional.empty();
  }

  /**
   * Takes away what a session may have made to have git look for its configuration elsewhere: only
   * linked work trees have that, and theirs stays as it is.
   */
  static void mend(Path directory) throws IOException {
    var repository = around(directory);
    if (repository.isPresent()) {
      for (var controlled : repository.get().controlled()) {
        for (var git : gitDirectories(controlled)) {
          Files.deleteIfExists(git.resolve("commondir"));
        }
      }
    }
  }

  /** A work tree beside the repository ({@code git worktree}), or a submodule. */
  private static Repository linked(Path top, Path file) throws IOException {
    var own = resolved(top, file, "gitdir: ");
    var common = own.resolve("commondir");
    var git = Files.isRegularFile(common) ? resolved(own, common, "") : own;
    var fixed = new ArrayList<>(List.of(file));
    fixed.addAll(fixedIn(git));
    return new Repository(top, List.of(git), List.copyOf(fixed));
  }

  private static Path resolved(Path from, Path file, String before) throws IOException {
    var line = Files.readString(file).strip();
    return from.resolve(line.startsWith(before) ? line.substring(before.length()) : line)
        .normalize();
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

  /** What is not there is made, or the session would. */
  private static List<Path> fixedInOne(Path git) throws IOException {
    var hooks = git.resolve("hooks");
    if (!Files.exists(hooks)) {
      Files.createDirectory(hooks);
    }
    var config = git.resolve("config");
    if (!Files.isRegularFile(config) || !Files.readString(config).contains("worktreeConfig")) {
      return List.of(hooks, config);
    }
    var fixed = new ArrayList<>(List.of(hooks, config));
    var directories = new ArrayList<>(children(git.resolve("worktrees")));
    directories.add(git);
    for (var directory : directories) {
      var ofWorktree = directory.resolve("config.worktree");
      if (!Files.exists(ofWorktree)) {
        Files.createFile(ofWorktree);
      }
      fixed.add(ofWorktree);
    }
    return fixed;
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
