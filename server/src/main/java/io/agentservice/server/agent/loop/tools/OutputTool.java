package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows the newest structured output while the agent works. */
final class OutputTool extends SpeakingTool {
  private static final String NAME = "structured_output";

  private final JsonNode schema;

  /** For a session whose output must fit that JSON Schema, draft 7. */
  OutputTool(JsonNode schema) {
    super(spec(schema));
    this.schema = schema;
  }

  private static ToolSpec spec(JsonNode schema) {
    var spec =
        Schemas.spec(
            NAME,
            """
            Shows the user's program your structured output before you finish. Call it when the user asks for such an output or for updates
            of it, and again with the whole object when it changes; each call replaces the one before. Give the last form to finish, too.
            """,
            """
            {"type": "object", "properties": {}, "required": ["structured_output"]}
            """);
    ((ObjectNode) spec.inputSchema().get("properties"))
        .putObject(NAME)
        .put("description", "JSON; must be valid against this JSON Schema (draft 7): " + schema);
    return spec;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    FinishTool.check(schema, output(input));
    return null;
  }

  private static JsonNode output(Input input) {
    var output = input.any(NAME);
    if (output == null) {
      throw new ToolInputException("The input needs structured_output; it is missing.");
    }
    return output;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return Outcome.with(new Outcome.Note(output(call.input())), "Noted.");
  }
}
