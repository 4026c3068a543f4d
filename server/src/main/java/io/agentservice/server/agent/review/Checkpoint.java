package io.agentservice.server.agent.review;

import io.agentservice.server.agent.loop.log.WorkTree;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the work trees stood at an event of the log.
 *
 * @param isStart whether nothing had been done yet
 * @param branches by directory, of trees that were on one
 */
record Checkpoint(
    long seq,
    boolean isStart,
    Instant createdAt,
    List<WorkTree> trees,
    Map<String, String> branches) {
  private static final String PREFIX = "checkpoint-";

  Checkpoint {
    trees = List.copyOf(trees);
    branches = Map.copyOf(branches);
  }

  String id() {
    return PREFIX + seq;
  }

  static boolean isId(String word) {
    return word.startsWith(PREFIX);
  }

  /** On the wire. */
  Shown shown() {
    return new Shown(
        id(),
        seq,
        isStart ? "start" : "turn_end",
        createdAt.getEpochSecond(),
        trees.stream()
            .map(tree ->
                new Repo(
                    tree.directory(), tree.commit(), branches.get(tree.directory()), tree.tree()))
            .toList());
  }

  /** {@code Checkpoint} of the interface. */
  record Shown(String checkpointId, long seq, String reason, long createdAt, List<Repo> repos) {
    Shown {
      repos = List.copyOf(repos);
    }
  }

  /** {@code CheckpointRepo} of the interface. */
  record Repo(String path, @Nullable String head, @Nullable String branch, String tree) {}
}
