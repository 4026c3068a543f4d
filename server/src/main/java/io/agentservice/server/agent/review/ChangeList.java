package io.agentservice.server.agent.review;

import io.agentservice.server.agent.loop.changes.ChangedFile;
import io.agentservice.server.agent.loop.changes.Comparing;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What differs between two states ({@code ChangeList} of the interface).
 *
 * @param state {@code live}, {@code stored} or {@code none}
 * @param reason why there is nothing, or nothing live; a code
 * @param takenAt seconds since 1970; null when there is nothing
 * @param truncated whether there are other files
 */
record ChangeList(
    String state,
    @Nullable String reason,
    @Nullable Long takenAt,
    List<Repo> repos,
    boolean truncated) {
  ChangeList {
    repos = List.copyOf(repos);
  }

  /** A work tree, as in {@link Comparing.Tree}. */
  record Repo(
      String path,
      @Nullable String branch,
      @Nullable String head,
      long commits,
      List<ChangedFile> files) {
    Repo {
      files = List.copyOf(files);
    }
  }

  static ChangeList none(String reason) {
    return new ChangeList("none", reason, null, List.of(), false);
  }

  /** Of a machine, as it stands at a moment; {@code mask} hides secrets in names. */
  static ChangeList live(List<Comparing.Tree> trees, Instant at, UnaryOperator<String> mask) {
    return new ChangeList(
        "live",
        null,
        at.getEpochSecond(),
        trees.stream().map(tree -> repo(tree, mask)).toList(),
        trees.stream().anyMatch(Comparing.Tree::more));
  }

  private static Repo repo(Comparing.Tree tree, UnaryOperator<String> mask) {
    return new Repo(
        mask.apply(tree.path()),
        tree.branch() == null ? null : mask.apply(tree.branch()),
        tree.head(),
        tree.commits(),
        tree.files().stream().map(file -> masked(file, mask)).toList());
  }

  private static ChangedFile masked(ChangedFile file, UnaryOperator<String> mask) {
    String before = file.oldPath();
    return new ChangedFile(
        mask.apply(file.path()),
        before == null ? null : mask.apply(before),
        file.status(),
        file.additions(),
        file.deletions(),
        file.binary(),
        file.generated(),
        file.patchBytes());
  }
}
