package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.Course;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class ReadSessionTool extends Tool {
  private static final int PAGE_CHARACTERS = 20_000;

  /** Of a message, or of a command. */
  private static final int MOMENT_CHARACTERS = 4_000;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "read_session",
          """
          Reads another session. Of one that you have started: how it stands, its result, pull requests and last words. Of a linked session, or
          with from: what happened in it, messages, commands with the last line of their output, edits, how its turns ended, in numbered lines,
          piece by piece.
          """,
          """
          {
            "type": "object",
            "properties": {
              "session": {"type": "string", "description": "Its name, as given to start_session, or its id, as listed under Linked sessions"},
              "from": {"type": "integer", "description": "First line to read"}
            },
            "required": ["session"]
          }
          """);

  private final List<LinkedSession> linked;

  ReadSessionTool(List<LinkedSession> linked) {
    super(SPEC);
    this.linked = linked;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    if (context.children().find(input.words("session")).isEmpty()) {
      session(input, context);
    }
    from(input);
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var child = context.children().find(call.input().words("session"));
    if (child.isPresent() && call.input().any("from") == null) {
      return Outcome.ok(ChildTool.summary(child.get()));
    }
    var course =
        child
            .map(ChildSessions.Child::course)
            .orElseGet(() -> session(call.input(), context).course());
    return read(course.get(), call);
  }

  private static Outcome read(Course course, Call call) {
    var lines = course.text(MOMENT_CHARACTERS).lines().toList();
    int from = from(call.input());
    if (lines.isEmpty()) {
      return Outcome.ok("Nothing has happened in it yet.");
    }
    if (from > lines.size()) {
      return Outcome.error("It has %,d lines; there is no line %,d.".formatted(lines.size(), from));
    }
    var text = new StringBuilder();
    int next = from;
    while (next <= lines.size() && text.length() < PAGE_CHARACTERS) {
      text.append(next).append('\t').append(lines.get(next - 1)).append('\n');
      next++;
    }
    text.append(
        next > lines.size()
            ? "[end of the session]"
            : "[%,d more lines: go on with from %d]".formatted(lines.size() - next + 1, next));
    return Outcome.ok(text.toString());
  }

  private LinkedSession session(Input input, ToolContext context) {
    String id = input.words("session");
    return linked.stream()
        .filter(session -> session.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new ToolInputException(
                "Session %s is not linked, nor have you started it; these are: %s"
                    .formatted(
                        id,
                        Stream.concat(
                                linked.stream().map(LinkedSession::id),
                                context.children().all().stream().map(ChildSessions.Child::name))
                            .collect(Collectors.joining(", ")))));
  }

  private static int from(Input input) {
    var from = input.number("from", 1, Integer.MAX_VALUE);
    return from == null ? 1 : from;
  }

  /** It only reads. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
