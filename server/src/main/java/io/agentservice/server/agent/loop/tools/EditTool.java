package io.agentservice.server.agent.loop.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.llm.ToolSpec;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Replaces one place of a file. The intent's digests tell after a crash whether it took effect; the
 * write compares and sets.
 */
final class EditTool extends Tool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "edit",
          """
          Replaces old_text by new_text in a file. old_text must occur exactly once, with the same white space; give enough
          lines around the place to make it so. An empty old_text creates a file that does not exist yet, with its directories. Prefer this
          to editing files by shell.
          """,
          """
          {
            "type": "object",
            "properties": {
              "path": {"type": "string", "description": "Absolute, or relative to the working directory"},
              "old_text": {"type": "string", "description": "The text to replace; empty to create the file"},
              "new_text": {"type": "string", "description": "What stands there afterwards"}
            },
            "required": ["path", "old_text", "new_text"]
          }
          """);

  /** A file's content before (null: there is none) and after, and the line of the change. */
  private record Change(@Nullable String before, String after, int line) {
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
                  + ", line "
                  + change.line()
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
    var old = input.text("old_text");
    var replacement = input.text("new_text");
    var file = TextFile.read(context.machine(), path);
    if (old.isEmpty()) {
      if (file != null && file.size() > 0) {
        throw new ToolInputException(
            path + " exists already: give the old_text to replace, or delete the file first.");
      }
      return new Change(file == null ? null : "", replacement, 1);
    }
    if (file == null) {
      throw new ToolInputException(path + " does not exist. To create it, give an empty old_text.");
    }
    var before = file.text();
    if (before == null) {
      throw new ToolInputException(
          path + " is not a UTF-8 text of at most 4 MiB: change it with bash.");
    }
    return replace(path, before, old, replacement);
  }

  private static Change replace(String path, String before, String old, String replacement) {
    int at = before.indexOf(old);
    if (at < 0 && before.contains("\r\n") && !old.contains("\r\n") && old.contains("\n")) {
      return replace(path, before, old.replace("\n", "\r\n"), replacement.replace("\n", "\r\n"));
    }
    if (at < 0) {
      throw new ToolInputException(
          "old_text does not occur in "
              + path
              + ". View the file and copy the text exactly, with its white space.");
    }
    if (before.indexOf(old, at + 1) >= 0) {
      throw new ToolInputException(
          "old_text occurs more than once in " + path + ". Add lines around it to make it unique.");
    }
    if (old.equals(replacement)) {
      throw new ToolInputException("old_text and new_text are the same.");
    }
    var after = before.substring(0, at) + replacement + before.substring(at + old.length());
    if (after.getBytes(UTF_8).length > TextFile.LIMIT) {
      throw new ToolInputException(path + " would grow beyond 4 MiB.");
    }
    int line = 1 + (int) before.substring(0, at).chars().filter(c -> c == '\n').count();
    return new Change(before, after, line);
  }
}
