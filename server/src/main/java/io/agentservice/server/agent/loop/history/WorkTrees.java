package io.agentservice.server.agent.loop.history;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkBegun;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkChanged;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkTree;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the work trees of the session's machine stood and stand: a fold over the log. */
public final class WorkTrees {
  /** Tools that change no file. */
  private static final Set<String> HARMLESS = Set.of("ask", "finish", "message", "plan", "view");

  private final Map<String, String> trees = new LinkedHashMap<>();
  private final Set<String> delivered = new HashSet<>();
  private @Nullable List<WorkTree> begun;
  private boolean asked;
  private boolean worked;

  void add(LoopEvent event) {
    switch (event) {
      case LoopEvent.ModelTurn turn -> {
        asked = true;
        worked |= turn.parts().stream().anyMatch(WorkTrees::mayChangeFiles);
      }
      case WorkBegun start -> {
        begun = start.trees();
        begun.forEach(tree -> trees.put(tree.directory(), tree.tree()));
      }
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
    return begun != null && worked;
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
