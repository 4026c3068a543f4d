package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Keeps the agent's plan where the people of the session see it: the call itself in the log. */
final class PlanTool extends SpeakingTool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "plan",
          """
          Shows the user your plan for a task of several steps. Call it again with the whole list when a step is done or the plan changes.
          """,
          """
          {
            "type": "object",
            "properties": {
              "items": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "text": {"type": "string"},
                    "status": {"type": "string", "enum": ["open", "doing", "done"]}
                  },
                  "required": ["text", "status"]
                }
              }
            },
            "required": ["items"]
          }
          """);

  PlanTool() {
    super(SPEC);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    var items = input.any("items");
    if (items == null || !items.isArray()) {
      throw new ToolInputException("The input needs items, an array of {text, status}.");
    }
    for (var item : items) {
      boolean known =
          switch (item.path("status").stringValue("")) {
            case "open", "doing", "done" -> true;
            default -> false;
          };
      if (!known || !item.path("text").isString()) {
        throw new ToolInputException("Each item needs a text and a status: open, doing or done.");
      }
    }
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return Outcome.ok("Noted.");
  }
}
