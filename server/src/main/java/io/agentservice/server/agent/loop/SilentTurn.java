package io.agentservice.server.agent.loop;

import io.agentservice.llm.Reply;
import io.agentservice.llm.Stop;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.About;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.GuardrailHit;
import io.agentservice.server.agent.loop.session.LoopBrief;
import io.agentservice.server.agent.loop.tools.PullRequestDetector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows from a turn of the model by itself, most of all from one that calls no tool. */
final class SilentTurn {
  private static final String NO_CALL =
      "Your turn called no tool, so nothing follows from it. Is the task done? Call finish with the"
          + " summary. Do you need an answer from the user? Call ask. Else go on with the next"
          + " call. If you can't call tools, give your whole answer once more as text: it will be"
          + " taken for the summary, and the task for done.";

  private SilentTurn() {}

  /** {@code withheld}: what keeps its text back, null for nothing; {@code recorded} as below. */
  static List<LoopEvent> of(
      Reply reply,
      @Nullable GuardrailHit withheld,
      boolean recorded,
      LoopBrief brief,
      History history) {
    if (reply.stop() == Stop.REFUSED) {
      return List.of(new LoopEvent.Failure("model_refused", "the model declined to go on"));
    }
    if (withheld != null) {
      return List.of(
          GuardrailChecks.suspends(withheld)
              ? GuardrailChecks.asleep(withheld)
              : GuardrailChecks.unsaid(withheld));
    }
    return reply.toolUses().isEmpty() ? next(reply, recorded, brief, history) : List.of();
  }

  /** A nudge; after one its text is the summary. {@code recorded}: the model is a recording. */
  static List<LoopEvent> next(Reply reply, boolean recorded, LoopBrief brief, History history) {
    if (reply.stop() == Stop.MAX_TOKENS) {
      return List.of(
          new LoopEvent.Nudge(
              "Your answer was cut off at its length limit. Go on in smaller steps."));
    }
    if (reply.text().isBlank()) {
      return List.of(new LoopEvent.Nudge("Your answer was empty. Go on, or call finish or ask."));
    }
    if (!recorded && !history.toldToCall()) {
      return List.of(new LoopEvent.Nudge(NO_CALL, About.NO_CALL));
    }
    if (recorded || (brief.structuredOutputSchema() != null && brief.outputRequired())) {
      return List.of(new LoopEvent.Waiting(reply.text(), null));
    }
    var finished = new LoopEvent.Finished(reply.text(), null);
    var events = new ArrayList<LoopEvent>(PullRequestDetector.in(finished));
    events.add(finished);
    return events;
  }
}
