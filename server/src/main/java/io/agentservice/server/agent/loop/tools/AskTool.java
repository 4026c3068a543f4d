package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.LoopEvent.Waiting;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class AskTool extends SpeakingTool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "ask",
          """
          Asks the user a question and waits for the answer. Use it only when you cannot find out yourself and a wrong guess would
          cost the user more than the wait.
          """,
          """
          {
            "type": "object",
            "properties": {"question": {"type": "string", "description": "Markdown"}},
            "required": ["question"]
          }
          """);

  AskTool() {
    super(SPEC);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    input.words("question");
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return Outcome.with(
        new Outcome.End(new Waiting(call.input().text("question"), null)),
        "Asked. The answer is in the next message.");
  }
}
