package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.CallEndings;
import io.agentservice.server.agent.loop.log.LoopEvent.JobStarted;
import io.agentservice.server.agent.loop.log.LoopEvent.NetworkDenied;
import io.agentservice.server.agent.loop.log.LoopEvent.SkillRead;
import io.agentservice.server.agent.loop.log.LoopEvent.TurnEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What came of a call.
 *
 * @param command of a command's run; else null
 * @param effect in the result's transaction; may be null
 */
public record Outcome(
    List<Part> content, boolean error, @Nullable Command command, @Nullable Effect effect) {
  public Outcome {
    content = List.copyOf(content);
  }

  /** {@code exitCode} is null unless it ended by itself; {@code output} only when some was cut. */
  public record Command(
      @Nullable Integer exitCode,
      long durationMillis,
      long cutCharacters,
      @Nullable String output) {}

  public sealed interface Effect {}

  public record Say(String text) implements Effect {}

  public record Note(JsonNode output) implements Effect {}

  public record End(TurnEnd end) implements Effect {}

  /** The command of the call runs in the background from here on. */
  public record Start(JobStarted job) implements Effect {}

  /** The agent has taken up a skill. */
  public record Learn(SkillRead skill) implements Effect {}

  /** The network policy kept the service from going somewhere for the agent. */
  public record Denied(NetworkDenied event) implements Effect {}

  /** The session has a pull request. */
  public record PullRequest(String url) implements Effect {}

  public static Outcome ok(String text) {
    return new Outcome(List.of(new Part.Text(text)), false, null, null);
  }

  public static Outcome error(String text) {
    return new Outcome(List.of(new Part.Text(text)), true, null, null);
  }

  static Outcome error(Effect effect, String text) {
    return new Outcome(List.of(new Part.Text(text)), true, null, effect);
  }

  public static Outcome with(Effect effect, String text) {
    return new Outcome(List.of(new Part.Text(text)), false, null, effect);
  }

  /** The same with more lines for the model. */
  public Outcome and(Stream<String> lines) {
    var all = new ArrayList<>(content);
    lines.map(Part.Text::new).forEach(all::add);
    return new Outcome(all, error, command, effect);
  }

  /** The answer when nobody knows how far a call came. */
  static Outcome unknown(String what) {
    return error(
        CallEndings.UNKNOWN
            + " The machine or the service stopped during this call, and "
            + what
            + " may have taken effect wholly, in part or not at all. Check before you do it again.");
  }
}
