package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.Course;
import io.agentservice.server.agent.loop.log.Course.Moment;
import io.agentservice.server.agent.loop.tools.ChildSessions.Child;
import java.util.List;

/** A tool for sessions that the agent has started. */
abstract class ChildTool extends Tool {
  static final String SESSION =
      """
      "session": {"type": "string", "description": "Its name, as given to start_session"}\
      """;

  /** Of the last words, and of each of them. */
  private static final int MOST_SAID = 5;

  private static final int SAID_CHARACTERS = 2_000;
  private static final int OUTPUT_CHARACTERS = 10_000;

  ChildTool(ToolSpec spec) {
    super(spec);
  }

  static Child child(Input input, ToolContext context) {
    return context.children().get(input.words("session"));
  }

  /** It is done once, by the ids that stand in the log. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }

  /** In one sentence. */
  static String state(Child child) {
    var rest = child.rest();
    return "The session %s %s (%s)."
        .formatted(child.name(), rest == null ? "works" : rest.words(), child.state());
  }

  /** How it stands, what it has come to, and what it has said last. */
  static String summary(Child child) {
    var text = new StringBuilder(state(child));
    text.append("\nTitle: ").append(child.title());
    text.append("\nUsed: ").append(child.cost());
    if (!child.pullRequests().isEmpty()) {
      text.append("\nPull requests: ").append(String.join(", ", child.pullRequests()));
    }
    var output = child.output();
    if (output != null) {
      text.append("\nStructured output: ").append(Course.cut(output.toString(), OUTPUT_CHARACTERS));
    }
    var said = lastSaid(child);
    if (!said.isEmpty()) {
      text.append("\nIts last words:\n").append(String.join("\n", said));
    }
    return text.toString();
  }

  static List<String> lastSaid(Child child) {
    var said =
        child.course().get().moments().stream()
            .filter(moment -> moment instanceof Moment.Said || moment instanceof Moment.End)
            .toList();
    return new Course(said.subList(Math.max(0, said.size() - MOST_SAID), said.size()))
        .text(SAID_CHARACTERS)
        .lines()
        .toList();
  }
}
