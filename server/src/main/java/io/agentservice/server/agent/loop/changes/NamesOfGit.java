package io.agentservice.server.agent.loop.changes;

import io.agentservice.server.agent.loop.log.WorkTree;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.machine.Machine;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What git says of the names in a directory of a machine.
 *
 * @param allIgnored whether the directory itself is
 * @param changed those that differ, or hold something that differs, from where the session began
 */
public record NamesOfGit(boolean allIgnored, Set<String> ignored, Set<String> changed) {
  private static final long PATIENCE_MILLIS = 5_000;

  /** How git names a directory whose every file is new. */
  private static final String ALL = ".";

  /**
   * Asks git on the machine; null when there is none, no work tree, or no answer in five seconds.
   *
   * @param directory below the working directory
   * @param begun the work trees as they were when the session began; null: not known, so that what
   *     is committed counts
   */
  public static @Nullable NamesOfGit of(
      Machine machine, String directory, @Nullable List<WorkTree> begun) {
    String id = Id.create(EventId.class).value();
    var output = new ScriptOutput(ChangesScript.mark(id));
    machine.exec(id, ChangesScript.names(id, directory, begun), PATIENCE_MILLIS, output);
    machine.forget(List.of(id));
    return output.isComplete()
        ? new NamesOfGit(
            !output.all("all_ignored").isEmpty(),
            names(output, "ignored").collect(Collectors.toUnmodifiableSet()),
            names(output, "changed")
                .filter(name -> !isWorkTree(directory, name, begun))
                .collect(Collectors.toUnmodifiableSet()))
        : null;
  }

  private static Stream<String> names(ScriptOutput output, String kind) {
    return output.all(kind).stream().map(name -> name.replace('\0', '\n'));
  }

  /** A repository of its own, which the one around it takes for new, was there before. */
  private static boolean isWorkTree(String directory, String name, @Nullable List<WorkTree> begun) {
    String path = directory.isEmpty() ? name : directory + "/" + name;
    return begun != null && begun.stream().anyMatch(tree -> tree.directory().equals(path));
  }

  /** Whether it is not in the repository on purpose; what git keeps for itself is not, either. */
  public boolean isIgnored(String name) {
    return allIgnored || ignored.contains(name) || name.equals(".git");
  }

  public boolean isChanged(String name) {
    return !isIgnored(name) && (changed.contains(name) || changed.contains(ALL));
  }
}
