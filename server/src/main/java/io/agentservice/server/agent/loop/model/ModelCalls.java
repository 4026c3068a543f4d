package io.agentservice.server.agent.loop.model;

import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Tokens;
import io.agentservice.llm.Usage;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.session.LoopSettings;
import io.agentservice.server.base.ids.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a model until it answers or there is no use in trying further. */
public final class ModelCalls {
  private static final Logger LOG = LoggerFactory.getLogger(ModelCalls.class);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final int MALFORMED_TRIES = 4;

  public sealed interface Result {
    record Answered(Reply reply, Duration took) implements Result {}

    /** The prompt is longer than the model takes. */
    record TooLong(LlmException refusal) implements Result {}

    /** It did not, and the turn is over. */
    record GaveUp(LoopEvent.TurnEnd end) implements Result {}
  }

  private final Llm llm;
  private final LoopSettings settings;
  private final StopSwitch stop;
  private final LiveOutput live;
  private final SessionId session;
  private final Redactor redactor;
  private final Consumer<List<LoopEvent>> log;
  private long characters;

  public ModelCalls(
      Llm llm,
      LoopSettings settings,
      StopSwitch stop,
      LiveOutput live,
      SessionId session,
      Redactor redactor,
      Consumer<List<LoopEvent>> log) {
    this.llm = llm;
    this.settings = settings;
    this.stop = stop;
    this.live = live;
    this.session = session;
    this.redactor = redactor;
    this.log = log;
  }

  /** What a call that was cut off has used, about: no provider tells. */
  Usage usedSoFar(Prompt prompt) {
    long input = Tokens.ofCharacters(Tokens.characters(prompt));
    return new Usage(input, Tokens.ofCharacters(characters), 0, 0);
  }

  public Result call(Prompt prompt) {
    var start = settings.clock().instant();
    for (int failures = 0; ; failures++) {
      try {
        var reply = stop.work(() -> once(prompt));
        return new Result.Answered(reply, since(start));
      } catch (LlmException e) {
        if (e.kind() == LlmException.Kind.CONTEXT_FULL) {
          return new Result.TooLong(e);
        }
        var wait = waitAfter(e, failures, settings.firstRetry());
        var end = verdict(e, failures, since(start).plus(wait));
        if (end != null) {
          return new Result.GaveUp(end);
        }
        live.modelRestarts(session);
        tell(e, failures, wait, since(start));
        stop.work(() -> {
          Thread.sleep(wait);
          return true;
        });
      }
    }
  }

  /** People are to see why nothing happens. */
  private void tell(LlmException e, int failures, Duration wait, Duration since) {
    boolean counted = e.kind() == LlmException.Kind.MALFORMED;
    var left = settings.modelOutage().minus(since);
    LOG.warn(
        "model away session={} try={} wait={} reason={}",
        session,
        failures + 2,
        wait,
        redactor.mask(String.valueOf(e.getMessage())));
    log.accept(
        List.of(
            new LoopEvent.ModelAway(
                String.valueOf(e.getMessage()),
                failures + 2,
                counted ? MALFORMED_TRIES : null,
                wait.toMillis(),
                counted ? null : left.toMillis())));
  }

  private Reply once(Prompt prompt) {
    var masked = redactor.stream();
    characters = 0;
    var reply =
        llm.complete(
            prompt,
            piece -> {
              stop.check();
              characters += piece.length();
              say(masked.accept(piece));
            });
    say(masked.end());
    return reply;
  }

  private void say(String piece) {
    if (!piece.isEmpty()) {
      live.modelText(session, piece);
    }
  }

  /** How the turn ends; null to try again. */
  private LoopEvent.@Nullable TurnEnd verdict(LlmException e, int failures, Duration next) {
    var reason = redactor.mask(String.valueOf(e.getMessage()));
    return switch (e.kind()) {
      case AUTH, GONE, INVALID_REQUEST, REFUSED, CONTEXT_FULL -> suspended(e, reason);
      case UNREACHABLE ->
          next.compareTo(settings.modelOutage()) > 0
              ? new LoopEvent.Suspended("model_unreachable", reason)
              : null;
      case MALFORMED ->
          failures + 1 >= MALFORMED_TRIES
              ? new LoopEvent.Suspended("model_unreachable", reason)
              : null;
    };
  }

  /** For what passes once a person has acted: the session sleeps and a message wakes it. */
  public static LoopEvent.Suspended suspended(LlmException e, String reason) {
    var code =
        switch (e.kind()) {
          case AUTH -> "model_auth";
          case GONE -> "model_gone";
          case UNREACHABLE, MALFORMED -> "model_unreachable";
          case INVALID_REQUEST, REFUSED, CONTEXT_FULL -> "model_refused";
        };
    return new LoopEvent.Suspended(code, reason);
  }

  /** As long as the provider asks for, but never shorter than our own pause: it may ask for 0. */
  public static Duration waitAfter(LlmException e, int failures, Duration first) {
    var own = pause(failures, first);
    return e.retryAfter().filter(asked -> asked.compareTo(own) > 0).orElse(own);
  }

  /** Doubling, between half and the whole of the step. */
  private static Duration pause(int failures, Duration first) {
    long step = Math.min(LONGEST_WAIT.toMillis(), first.toMillis() << Math.min(failures, 16));
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(step / 2, step + 1));
  }

  private Duration since(Instant start) {
    return Duration.between(start, settings.clock().instant());
  }
}
