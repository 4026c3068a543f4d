package io.agentservice.server.agent.review;

import io.agentservice.server.agent.loop.log.WorkTree;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the work trees stood at an event of the log.
 *
 * @param isStart whether nothing had been done yet
 * @param branches by directory, of trees that were on one
 * @param work where the service has kept what differs from the repositories; null when it could not
 *     keep all
 */
record Checkpoint(
    long seq,
    boolean isStart,
    Instant createdAt,
    List<WorkTree> trees,
    Map<String, String> branches,
    @Nullable Set<String> work) {
  private static final String PREFIX = "checkpoint-";

  Checkpoint {
    trees = List.copyOf(trees);
    branches = Map.copyOf(branches);
    work = work == null ? null : Set.copyOf(work);
  }

  String id() {
    return PREFIX + seq;
  }

  static boolean isId(String word) {
    return word.startsWith(PREFIX);
  }

  /** On the wire; {@code kept} is what the service still has of the session's work. */
  Shown shown(Set<String> kept) {
    return new Shown(
        id(),
        seq,
        isStart ? "start" : "turn_end",
        createdAt.getEpochSecond(),
        work != null && kept.containsAll(work),
        trees.stream()
            .map(tree ->
                new Repo(
                    tree.directory(), tree.commit(), branches.get(tree.directory()), tree.tree()))
            .toList());
  }

  /** {@code Checkpoint} of the interface. */
  record Shown(
      String checkpointId,
      long seq,
      String reason,
      long createdAt,
      boolean workKept,
      List<Repo> repos) {
    Shown {
      repos = List.copyOf(repos);
    }
  }

  /** {@code CheckpointRepo} of the interface. */
  record Repo(String path, @Nullable String head, @Nullable String branch, String tree) {}
}
