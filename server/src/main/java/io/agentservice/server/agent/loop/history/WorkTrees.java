package io.agentservice.server.agent.loop.history;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkBegun;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkChanged;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkSaved;
import io.agentservice.server.agent.loop.log.WorkTree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the work trees of the session's machine stood and stand: a fold over the log. */
public final class WorkTrees {
  /** How many states of a work tree are kept. */
  private static final int PLACES = 6;

  /** Tools that change no file. */
  private static final Set<String> HARMLESS =
      Set.of("ask", "finish", "list", "message", "plan", "search", "view");

  private final Map<String, String> trees = new LinkedHashMap<>();
  private final Set<String> delivered = new HashSet<>();
  private @Nullable List<WorkTree> begun;
  private boolean asked;
  private int workingTurns;
  private final Map<String, WorkSaved> saved = new LinkedHashMap<>();
  private final Map<String, WorkSaved> here = new LinkedHashMap<>();
  private final Map<String, Integer> keeps = new HashMap<>();
  private final Set<String> away = new LinkedHashSet<>();

  void add(LoopEvent event) {
    switch (event) {
      case LoopEvent.ModelTurn turn -> {
        asked = true;
        if (turn.parts().stream().anyMatch(WorkTrees::mayChangeFiles)) {
          workingTurns++;
        }
      }
      case WorkBegun start -> {
        begun = start.trees();
        begun.forEach(tree -> trees.put(tree.directory(), tree.tree()));
      }
      case WorkSaved now -> {
        here.put(now.directory(), now);
        if (now.attachmentId() != null) {
          saved.put(now.directory(), now);
          keeps.merge(now.directory(), 1, Integer::sum);
        }
      }
      case LoopEvent.MachineAttached attached -> {
        if (attached.resumed()) {
          away.addAll(saved.keySet());
        }
      }
      case LoopEvent.RepositoryReady ready -> {
        if (!ready.cloned()) {
          away.removeIf(name -> ready.directory().endsWith("/" + name));
        }
      }
      case LoopEvent.WorkRestored now -> away.remove(now.directory());
      case WorkChanged changed -> {
        trees.put(changed.directory(), changed.tree());
        if (changed.attachmentId() == null) {
          delivered.remove(changed.directory());
        } else {
          delivered.add(changed.directory());
        }
      }
      default -> {
        // Nothing of work trees.
      }
    }
  }

  private static boolean mayChangeFiles(Part part) {
    return part instanceof Part.ToolUse use && !HARMLESS.contains(use.name());
  }

  /** Whether nobody has looked yet, and the model has changed nothing. */
  public boolean isUnseen() {
    return begun == null && !asked;
  }

  /** Whether there may be changes, and it is known of what. */
  public boolean mayHaveChanged() {
    return begun != null && workingTurns > 0;
  }

  /** Whether there may be changes of which nothing can be told: the first look failed. */
  public boolean isUnknown() {
    return begun == null && workingTurns > 0;
  }

  /** How many turns of the model may have changed files. */
  public int workingTurns() {
    return workingTurns;
  }

  /** What the service knows of each work tree, whether it could keep that or not. */
  public List<WorkSaved> known() {
    return List.copyOf(here.values());
  }

  /**
   * Where the next state is kept, from 0 on. It is never where the newest one is, which a server
   * that dies meanwhile leaves; every second goes to the first place, every fourth to the second
   * and so on, so that what is kept reaches back 1, 2, 4 and more states.
   */
  public int nextPlace(String directory) {
    int next = keeps.getOrDefault(directory, 0) + 1;
    return Math.min(Integer.numberOfTrailingZeros(next), PLACES - 1);
  }

  /** What may not be on this machine. */
  public List<WorkSaved> away() {
    return away.stream().map(saved::get).toList();
  }

  /** What the model is told; null for nothing. */
  static @Nullable String news(LoopEvent.WorkEvent event) {
    if (!(event instanceof LoopEvent.WorkRestored restored)) {
      return null;
    }
    String failure = restored.failure();
    return failure == null
        ? "Your work in %s is here: commits and files as they were after your last turn that had ended. What git ignores is not."
            .formatted(restored.directory())
        : "Your work in %s could not be brought to this machine: %s."
            .formatted(restored.directory(), failure);
  }

  /** As they were when the session began. */
  public List<WorkTree> begun() {
    return begun == null ? List.of() : begun;
  }

  /** The newest trees that are known, by directory. */
  public Map<String, String> trees() {
    return trees;
  }

  /** Whether people have a patch of that work tree. */
  public boolean isDelivered(String directory) {
    return delivered.contains(directory);
  }
}
