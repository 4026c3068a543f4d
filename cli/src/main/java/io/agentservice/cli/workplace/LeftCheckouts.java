package io.agentservice.cli.workplace;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Checkouts whose work is in a branch, and that stay for what git ignores in them: the results of a
 * build mostly, but nobody else has them.
 */
final class LeftCheckouts {
  /** How long they stay. */
  static final Duration KEPT = Duration.ofDays(7);

  private static final String MARK = ".git/agent-holds-ignored-only";

  private LeftCheckouts() {}

  /** Leaves it. */
  static void keepIgnored(Path checkout) {
    try {
      Files.writeString(checkout.resolve(MARK), "");
    } catch (IOException e) {
      throw CommandFailure.failed("can't keep " + checkout + ": " + e.getMessage(), null);
    }
  }

  /** True for one that was left so. */
  static boolean holdsIgnoredOnly(Path checkout) {
    return Files.exists(checkout.resolve(MARK));
  }

  /** It is none of them any more. */
  static void isInUse(Path checkout) {
    try {
      Files.deleteIfExists(checkout.resolve(MARK));
    } catch (IOException e) {
      throw CommandFailure.failed("can't use " + checkout + ": " + e.getMessage(), null);
    }
  }

  /** Deletes those beside the given one that have been there for long. */
  static void deleteOld(Path beside) {
    var end = Instant.now().minus(KEPT);
    for (var checkout : siblings(beside)) {
      var mark = checkout.resolve(MARK);
      try {
        if (!checkout.equals(beside)
            && Files.exists(mark)
            && Files.getLastModifiedTime(mark).toInstant().isBefore(end)) {
          Trees.delete(checkout);
        }
      } catch (IOException _) {
        // The next one tries again.
      }
    }
  }

  private static List<Path> siblings(Path checkout) {
    var parent = checkout.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      return List.of();
    }
    try (var all = Files.list(parent)) {
      return all.toList();
    } catch (IOException _) {
      return List.of();
    }
  }
}
