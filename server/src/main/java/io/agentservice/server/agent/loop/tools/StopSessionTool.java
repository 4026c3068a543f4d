package io.agentservice.server.agent.loop.tools;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Ends a session that the agent has started. */
final class StopSessionTool extends ChildTool {
  StopSessionTool() {
    super(
        Schemas.spec(
            "stop_session",
            """
            Ends a session that you have started, for good. What it has not used of its budget is yours again.
            """,
            """
            {"type": "object", "properties": {%s}, "required": ["session"]}
            """
                .formatted(SESSION)));
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    var _ = child(input, context);
    return null;
  }

  /** Twice is once. */
  @Override
  public Outcome run(Call call, ToolContext context) {
    var child = child(call.input(), context);
    context.children().stop(child.id());
    return Outcome.ok("The session %s has ended.".formatted(child.name()));
  }
}
