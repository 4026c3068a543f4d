package io.agentservice.cli.eval.tasks;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something to do in a repository, whose outcome a program can tell. */
public interface Task {
  /** Unique among those of an evaluation; a name of a file. */
  String name();

  /** What the agent is told. */
  String prompt();

  /** The recorded model that comes with it; null: none does. */
  default @Nullable Path transcript() {
    return null;
  }

  /** What the agent may take; null: it doesn't say. */
  default @Nullable Duration longest() {
    return null;
  }

  /** Whether its tests need files at places of their own, which only walls can give. */
  default boolean needsWalls() {
    return false;
  }

  /** Makes it a git repository in an empty directory. */
  void prepare(Path work);

  /**
   * Runs its tests on what the session left.
   *
   * @param notes an empty directory that is kept
   */
  Verdict verify(Tests tests, Path work, Path notes);
}
