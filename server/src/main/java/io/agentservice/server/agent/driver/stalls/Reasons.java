package io.agentservice.server.agent.driver.stalls;

import io.agentservice.server.agent.driver.stalls.Doing.Begun;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.tools.RunningCommand;
import io.agentservice.server.agent.loop.tools.WaitTool;
import io.agentservice.server.engine.stalls.Silence;
import io.agentservice.server.engine.stalls.Stall;
import io.agentservice.server.engine.stalls.Stall.Cause;
import io.agentservice.wire.text.Cut;
import io.agentservice.wire.text.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why an agent is silent, and what comes next.
 *
 * @param after silence that is none yet
 * @param modelCall the longest call of a model
 * @param modelOutage how long a model may be away before the session sleeps
 * @param checkout the longest checkout of a repository
 */
public record Reasons(Duration after, Duration modelCall, Duration modelOutage, Duration checkout) {
  private static final int SHOWN = 80;

  /** Null when something is heard of it, or it waits for what has a name. */
  @Nullable Stall of(Doing.Now doing, Silence silence, Instant now) {
    var quiet =
        Stream.of(doing.heard(), doing.awayUntil())
            .map(since -> Duration.between(since, now))
            .reduce(silence.length(), Reasons::shorter);
    var call = doing.call();
    boolean waits = call != null && call.what().tool().equals(WaitTool.NAME);
    return waits || quiet.compareTo(after) < 0
        ? null
        : of(doing, quiet, silence.seenAt().minus(quiet), now);
  }

  private Stall of(Doing.Now doing, Duration quiet, Instant since, Instant now) {
    var model = doing.model();
    if (model != null) {
      return model(model, shorter(quiet, Duration.between(model.at(), now)), since);
    }
    var call = doing.call();
    if (call != null) {
      return call(call, shorter(quiet, Duration.between(call.at(), now)), since);
    }
    var checkout = doing.checkout();
    return checkout == null
        ? service(quiet, since)
        : checkout(checkout, shorter(quiet, Duration.between(checkout.at(), now)), since);
  }

  /** The database was away, and is there again. */
  Stall database(Silence silence, Duration away) {
    return new Stall(
        Cause.DATABASE,
        silence.since(),
        "Nothing could be written for %s: the database was away.".formatted(TimeText.of(away)),
        "It is there again. The agent goes on, and a machine that has left connects again.",
        null);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private Stall model(Begun<String> asked, Duration quiet, Instant since) {
    var end = asked.at().plus(modelCall);
    return new Stall(
        Cause.MODEL,
        since,
        "The model %s has said nothing for %s.".formatted(asked.what(), TimeText.of(quiet)),
        "Its call ends at %s at the latest and is made again, or another model is asked where one stands in; after %s without any the session sleeps."
            .formatted(TimeText.of(end), TimeText.of(modelOutage)),
        end);
  }

  private static Stall call(Begun<LoopEvent.ToolIntent> call, Duration quiet, Instant since) {
    String tool = call.what().tool();
    var command = RunningCommand.of(tool, call.what().input());
    if (command == null) {
      return new Stall(
          Cause.TOOL,
          since,
          "The call of %s has brought nothing for %s.".formatted(tool, TimeText.of(quiet)),
          "The agent goes on when it has ended; interrupting the agent ends it now.",
          null);
    }
    var end = call.at().plus(command.atMost());
    return new Stall(
        Cause.MACHINE,
        since,
        "`%s` has run for %s without output.".formatted(line(command.script()), TimeText.of(quiet)),
        (command.goesOn() ? "It goes on in the background from %s on." : "It is ended at %s.")
            .formatted(TimeText.of(end)),
        end);
  }

  private static String line(String script) {
    String first = script.strip().lines().findFirst().orElse("").strip();
    String shown = Cut.to(SHOWN, first);
    return shown.equals(script.strip()) ? shown : shown + " \u2026";
  }

  private Stall checkout(Begun<LoopEvent.RepositoryCheckout> begun, Duration quiet, Instant since) {
    var end = begun.at().plus(checkout);
    return new Stall(
        Cause.MACHINE,
        since,
        "The checkout of %s has run for %s without output."
            .formatted(begun.what().repository(), TimeText.of(quiet)),
        "It is ended at %s, and you are asked.".formatted(TimeText.of(end)),
        end);
  }

  /** Between model and calls, such as keeping the work: none of that has an end that is known. */
  private static Stall service(Duration quiet, Instant since) {
    return new Stall(
        Cause.SERVICE,
        since,
        "Nothing has happened for %s: neither a model nor a call is waited for, the service is at work on the session."
            .formatted(TimeText.of(quiet)),
        "The agent goes on when that is done.",
        null);
  }
}
