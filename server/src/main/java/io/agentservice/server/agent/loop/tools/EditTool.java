package io.agentservice.server.agent.loop.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.llm.ToolSpec;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Replaces places of a file, all or none. The intent's digests tell after a crash whether it took
 * effect; the write compares and sets.
 */
final class EditTool extends Tool {
  private static final int MOST_EDITS = 100;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "edit",
          """
          Changes a file: replaces old_text by new_text, does several such replacements (edits, in their order, all or none), or applies a
          patch. An old_text must occur exactly once, with the same white space; give enough
          lines around the place to make it so. An empty old_text creates a file that does not exist yet, with its directories. Prefer this
          to editing files by shell.
          """,
          """
          {
            "type": "object",
            "properties": {
              "path": {"type": "string", "description": "Absolute, or relative to the working directory"},
              "old_text": {"type": "string", "description": "The text to replace; empty to create the file"},
              "new_text": {"type": "string", "description": "What stands there afterwards"},
              "edits": {
                "type": "array",
                "description": "Instead of these two: several replacements",
                "items": {
                  "type": "object",
                  "properties": {"old_text": {"type": "string"}, "new_text": {"type": "string"}},
                  "required": ["old_text", "new_text"]
                }
              },
              "patch": {"type": "string", "description": "Instead of these: a unified diff of this one file; its hunks are found by their lines, not by numbers"}
            },
            "required": ["path"]
          }
          """);

  /** A file's content before (null: there is none) and after, and the lines of the changes. */
  private record Change(@Nullable String before, String after, String lines) {
    /** Empty for a file that is not there, as the protocol has it. */
    String beforeSha() {
      return before == null ? "" : TextFile.sha256(before.getBytes(UTF_8));
    }

    String afterSha() {
      return TextFile.sha256(after.getBytes(UTF_8));
    }
  }

  EditTool() {
    super(SPEC);
  }

  @Override
  public JsonNode prepare(Input input, ToolContext context) {
    var change = change(input, context);
    return Schemas.JSON
        .createObjectNode()
        .put("before_sha256", change.beforeSha())
        .put("after_sha256", change.afterSha());
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var first = write(call.commandId(), call.input(), context);
    // The file changed between reading and writing: once more, against what is there now.
    return first != null
        ? first
        : otherwise(write(call.commandId() + ".2", call.input(), context), call);
  }

  private static Outcome otherwise(@Nullable Outcome outcome, Call call) {
    return outcome != null
        ? outcome
        : Outcome.error(
            call.input().text("path") + " changes while it is edited. Find out what writes to it.");
  }

  @Override
  public @Nullable String place(Input input) {
    return input.optionalText("path");
  }

  @Override
  public Outcome recover(Call call, ToolContext context) {
    var path = call.input().text("path");
    var facts = call.facts();
    var file = TextFile.read(context.machine(), path);
    var sha = file == null ? "" : TextFile.sha256(file.toArray());
    if (facts != null && sha.equals(facts.path("after_sha256").stringValue(""))) {
      return Outcome.ok("Edited " + path + " (it was already applied).");
    }
    if (facts != null && sha.equals(facts.path("before_sha256").stringValue(""))) {
      return run(call, context);
    }
    return Outcome.unknown("the edit");
  }

  /** Null when the file was changed by somebody else meanwhile. */
  private static @Nullable Outcome write(String id, Input input, ToolContext context) {
    var path = input.text("path");
    var change = change(input, context);
    var content = Base64.getEncoder().encodeToString(change.after().getBytes(UTF_8));
    var answer =
        context
            .machine()
            .writeFile(new ToRemote.WriteFile(id, path, content, change.beforeSha(), null));
    return switch (answer) {
      case ToServer.Written _ ->
          Outcome.ok(
              (change.before() == null ? "Created " + path : "Edited " + path)
                  + ", "
                  + change.lines()
                  + ".");
      case ToServer.Failed failed ->
          failed.code().equals("conflict")
              ? null
              : Outcome.error("Can't write " + path + ": " + failed.message());
      default -> Outcome.error("Can't write " + path + ".");
    };
  }

  private static Change change(Input input, ToolContext context) {
    var path = input.words("path");
    var wanted = wanted(input);
    var file = TextFile.read(context.machine(), path);
    if (creates(wanted)) {
      if (file != null && file.size() > 0) {
        throw new ToolInputException(
            path + " exists already: give the old_text to replace, or delete the file first.");
      }
      return new Change(file == null ? null : "", wanted.getFirst().text(), "line 1");
    }
    if (file == null) {
      throw new ToolInputException(path + " does not exist. To create it, give an empty old_text.");
    }
    var before = file.text();
    if (before == null) {
      throw new ToolInputException(
          path + " is not a UTF-8 text of at most 4 MiB: change it with bash.");
    }
    var change = new TextChange(before);
    var patch = input.optionalText("patch");
    if (patch != null) {
      Patch.of(patch).apply(change);
    }
    wanted.forEach(change::replace);
    if (change.text().getBytes(UTF_8).length > TextFile.LIMIT) {
      throw new ToolInputException(path + " would grow beyond 4 MiB.");
    }
    return new Change(before, change.text(), change.lines());
  }

  private static boolean creates(List<TextChange.Replacement> wanted) {
    boolean empty = wanted.stream().anyMatch(one -> one.old().isEmpty());
    if (empty && wanted.size() > 1) {
      throw new ToolInputException("Of several edits each needs an old_text.");
    }
    return empty;
  }

  /** None for a patch. */
  private static List<TextChange.Replacement> wanted(Input input) {
    var path = input.words("path");
    var edits = input.objects("edits", MOST_EDITS);
    boolean one = input.optionalText("old_text") != null || input.optionalText("new_text") != null;
    boolean patch = input.optionalText("patch") != null;
    if ((one ? 1 : 0) + (edits == null ? 0 : 1) + (patch ? 1 : 0) != 1) {
      throw new ToolInputException(
          "Give either old_text and new_text, or edits, or patch; one of the three.");
    }
    if (one) {
      return List.of(
          new TextChange.Replacement(
              "old_text in " + path, input.text("old_text"), input.text("new_text")));
    }
    var wanted = new ArrayList<TextChange.Replacement>();
    for (var edit : edits == null ? List.<Input>of() : edits) {
      var place = "old_text of edit %d in %s".formatted(wanted.size() + 1, path);
      wanted.add(new TextChange.Replacement(place, edit.text("old_text"), edit.text("new_text")));
    }
    return wanted;
  }
}
