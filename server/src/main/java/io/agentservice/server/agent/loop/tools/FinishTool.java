package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.LoopEvent.Finished;
import io.agentservice.server.base.jsonschema.JsonSchema;
import io.agentservice.server.base.jsonschema.JudgesBusyException;
import io.agentservice.server.base.jsonschema.UnfitSchemaException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reports the task as done. Structured output that violates the session's schema never passes. */
public final class FinishTool extends SpeakingTool {
  private static final String LEAVE = "leave_sessions";

  private final @Nullable JsonNode schema;
  private final boolean required;
  private final boolean afterOthers;

  /**
   * As the session is.
   *
   * @param schema draft 7, or null
   * @param required a finished task must fit it
   * @param afterOthers whether the agent may start sessions, which it is not to forget
   */
  public FinishTool(@Nullable JsonNode schema, boolean required, boolean afterOthers) {
    super(spec(schema, required, afterOthers));
    this.schema = schema;
    this.required = required;
    this.afterOthers = afterOthers;
  }

  private static ToolSpec spec(@Nullable JsonNode schema, boolean required, boolean afterOthers) {
    var spec =
        Schemas.spec(
            "finish",
            """
            Reports that the task is done and ends your turn. Call it when you have checked that what was asked for is there. If you could
            not do it, say so in the summary, or ask.
            """,
            """
            {
              "type": "object",
              "properties": {
                "summary": {
                  "type": "string",
                  "description": "Markdown for the user: what was done, how it was checked, what is left open"
                }
              },
              "required": ["summary"]
            }
            """);
    if (afterOthers) {
      ((ObjectNode) spec.inputSchema().get("properties"))
          .putObject(LEAVE)
          .put("type", "boolean")
          .put("description", "Finish although sessions that you have started still work");
    }
    if (schema != null) {
      ((ObjectNode) spec.inputSchema().get("properties"))
          .putObject("structured_output")
          .put(
              "description",
              (required ? "The result as JSON" : "The result as JSON, if there is one to give")
                  + "; must be valid against this JSON Schema (draft 7): "
                  + schema);
    }
    if (schema != null && required) {
      ((ArrayNode) spec.inputSchema().get("required")).add("structured_output");
    }
    return spec;
  }

  boolean afterOthers() {
    return afterOthers;
  }

  /** JSON Schema of the structured output; null when the session takes none. */
  @Nullable JsonNode schema() {
    return schema;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    input.words("summary");
    checkOthers(input, context);
    var output = input.any("structured_output");
    if (schema == null) {
      if (output != null && !output.isNull()) {
        throw new ToolInputException(
            "This session has no schema for structured_output: call finish with the summary only.");
      }
      return null;
    }
    if (!required && isAbsent(output)) {
      return null;
    }
    if (output == null) {
      throw new ToolInputException("The input needs structured_output; it is missing.");
    }
    check(schema, output);
    return null;
  }

  private void checkOthers(Input input, ToolContext context) {
    if (!afterOthers || input.flag(LEAVE)) {
      return;
    }
    var working =
        context.children().all().stream()
            .filter(ChildSessions.Child::works)
            .map(ChildSessions.Child::name)
            .toList();
    if (!working.isEmpty()) {
      throw new ToolInputException(
          "Sessions that you have started still work: %s. Wait for them (wait), end them (stop_session), or call finish again with %s."
              .formatted(String.join(", ", working), LEAVE));
    }
  }

  /** Some models write null for what they leave out. */
  private static boolean isAbsent(@Nullable JsonNode output) {
    return output == null || output.isNull();
  }

  /** A schema that was stored before schemas were checked may be of no use. */
  static void check(JsonNode schema, JsonNode output) {
    List<String> violations;
    try {
      violations = JsonSchema.of(schema).violations(output);
    } catch (UnfitSchemaException e) {
      throw new ToolInputException(
          "structured_output can't be checked by this session's schema. %s. Try a smaller output, or tell the user with ask."
              .formatted(e.getMessage()));
    } catch (JudgesBusyException e) {
      throw new ToolInputException(
          "The service is too busy to check structured_output just now. Make the same call again.");
    }
    if (!violations.isEmpty()) {
      throw new ToolInputException(
          "structured_output is not valid against the schema:\n" + String.join("\n", violations));
    }
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var given = schema == null ? null : call.input().any("structured_output");
    var output = !required && isAbsent(given) ? null : given;
    return Outcome.with(
        new Outcome.End(new Finished(call.input().text("summary"), output)), "Done.");
  }
}
