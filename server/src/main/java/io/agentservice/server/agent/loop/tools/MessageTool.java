package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class MessageTool extends SpeakingTool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "message",
          """
          Sends a message to the user and goes on working. Use it for what the user should know before you are done; not for every step.
          """,
          """
          {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "Markdown"}},
            "required": ["text"]
          }
          """);

  MessageTool() {
    super(SPEC);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    input.words("text");
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return Outcome.with(new Outcome.Say(call.input().text("text")), "Sent.");
  }
}
