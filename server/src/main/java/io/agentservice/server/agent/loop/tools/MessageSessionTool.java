package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Writes to a session that the agent has started, as its user. */
final class MessageSessionTool extends ChildTool {
  MessageSessionTool() {
    super(
        Schemas.spec(
            "message_session",
            """
            Sends a message to a session that you have started: the answer to its question, news, or a next task when it has finished. It wakes
            one that sleeps.
            """,
            """
            {
              "type": "object",
              "properties": {
                %s,
                "text": {"type": "string", "description": "Markdown"}
              },
              "required": ["session", "text"]
            }
            """
                .formatted(SESSION)));
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    var _ = input.words("text");
    var child = child(input, context);
    return Schemas.JSON
        .createObjectNode()
        .put("session_id", child.id())
        .put("message_id", Id.create(EventId.class).value());
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var facts = call.facts();
    if (facts == null) {
      throw new IllegalStateException("a message without an id");
    }
    context
        .children()
        .tell(
            facts.path("session_id").asString(),
            facts.path("message_id").asString(),
            call.input().words("text"));
    return Outcome.ok("Sent.");
  }
}
