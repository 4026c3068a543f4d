package io.agentservice.server.loop.tools;

import io.agentservice.server.llm.ToolSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The tools of one session. */
public final class Toolbox {
  private final List<Tool> tools;

  /**
   * All tools.
   *
   * @param outputSchema JSON Schema, draft 7, for the result of a finished task; null for none
   */
  public Toolbox(@Nullable JsonNode outputSchema) {
    tools =
        List.of(
            new BashTool(),
            new EditTool(),
            new ViewTool(),
            new PlanTool(),
            new MessageTool(),
            new AskTool(),
            new FinishTool(outputSchema));
  }

  /** What the model is told, always in the same order. */
  public List<ToolSpec> specs() {
    return tools.stream().map(Tool::spec).toList();
  }

  /** Null for a name that the model made up. */
  public @Nullable Tool find(String name) {
    return tools.stream().filter(tool -> tool.spec().name().equals(name)).findFirst().orElse(null);
  }
}
