package io.agentservice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All files below a directory of a git repository at one moment, as a git tree: changed and new
 * ones too, without those that git ignores. Neither the index nor a branch is touched.
 *
 * @param directory where it was taken
 * @param hash of the tree
 */
record GitTree(Path directory, String hash) {

  /** Empty when the directory is in no git repository, or git is missing. */
  static Optional<GitTree> of(Path directory) {
    var gitDirectory = Program.tryRun(directory, List.of("git", "rev-parse", "--absolute-git-dir"));
    if (gitDirectory.isEmpty() || gitDirectory.get().exitCode() != 0) {
      return Optional.empty();
    }
    try {
      var index = Files.createTempFile("agent-index", "");
      try {
        var own = Path.of(gitDirectory.get().output().strip(), "index");
        if (Files.exists(own)) { // saves git reading every file
          Files.copy(own, index, StandardCopyOption.REPLACE_EXISTING);
        } else {
          Files.delete(index);
        }
        var variables = Map.of("GIT_INDEX_FILE", index.toString());
        Program.run(directory, List.of("git", "add", "-A", "."), variables);
        var hash = Program.run(directory, List.of("git", "write-tree"), variables).strip();
        return Optional.of(new GitTree(directory, hash));
      } finally {
        Files.deleteIfExists(index);
      }
    } catch (IOException e) {
      throw CommandFailure.failed("can't take a snapshot of " + directory + ": " + e, null);
    }
  }

  /** What changed since an earlier tree of the same directory, as a unified diff. */
  String diffSince(GitTree earlier) {
    return Program.run(
        directory,
        List.of(
            "git",
            "--no-pager",
            "diff",
            "--relative",
            "--no-color",
            "--no-ext-diff",
            earlier.hash,
            hash),
        Map.of());
  }
}
