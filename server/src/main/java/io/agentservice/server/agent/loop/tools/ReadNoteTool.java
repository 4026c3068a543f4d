package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a knowledge note that is too long for the first message. */
final class ReadNoteTool extends Tool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "read_note",
          "Reads one of the organization's knowledge notes that were named to you without their text.",
          """
          {
            "type": "object",
            "properties": {
              "note_id": {"type": "string", "description": "As it stands beside its name"},
              %s
            },
            "required": ["note_id"]
          }
          """
              .formatted(TextPiece.PARAMETERS));

  private final NoteReader notes;

  ReadNoteTool(NoteReader notes) {
    super(SPEC);
    this.notes = notes;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    input.words("note_id");
    TextPiece.check(input);
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var id = call.input().words("note_id");
    var body = notes.body(id);
    if (body.isEmpty()) {
      return Outcome.error("There is no note %s among those that were named to you.".formatted(id));
    }
    var piece = TextPiece.of(context.redactor().mask(body.get()), call.input());
    return Outcome.ok("%s, %s.\n\n%s".formatted(id, piece.place(), piece.text()));
  }

  /** To read again changes nothing. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
