package io.agentservice.server.agent.loop.model;

import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.PromptPrint;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Tokens;
import io.agentservice.llm.Usage;
import io.agentservice.llm.prices.Price;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.history.PrefixWatch;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.session.LoopSettings;
import io.agentservice.server.base.ids.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a model until it answers or there is no use in trying further. */
public final class ModelCalls {
  private static final Logger LOG = LoggerFactory.getLogger(ModelCalls.class);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final int MALFORMED_TRIES = 4;

  /** Where another model stands in, nobody waits longer for one that is away, or tries it more. */
  private static final int TRIES_BEFORE_STAND_IN = 3;

  private static final Duration WAIT_BEFORE_STAND_IN = Duration.ofSeconds(30);

  public sealed interface Result {
    /**
     * {@code prompt}: what it answers, when the log tells of that; {@code broken}: why it did not
     * begin as the last one.
     */
    record Answered(
        Reply reply, Duration took, @Nullable PromptPrint prompt, @Nullable String broken)
        implements Result {
      Answered to(Prompt asked, PrefixWatch prefix) {
        var look = prefix.look(asked);
        return new Answered(reply, took, look.print(), look.broken());
      }

      /** As it stands in the log; {@code parts}: what is kept of it. */
      public LoopEvent.ModelTurn turn(List<Part> parts, Price price) {
        var usage = reply.usage();
        return new LoopEvent.ModelTurn(
            parts,
            reply.stop(),
            usage,
            reply.model(),
            price.cost(usage),
            took.toMillis(),
            prompt,
            broken);
      }
    }

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
  private final BooleanSupplier standIn;
  private long characters;

  /** {@code standIn}: whether another model can be asked when this one is away. */
  public ModelCalls(
      Llm llm,
      LoopSettings settings,
      StopSwitch stop,
      LiveOutput live,
      SessionId session,
      Redactor redactor,
      Consumer<List<LoopEvent>> log,
      BooleanSupplier standIn) {
    this.llm = llm;
    this.settings = settings;
    this.stop = stop;
    this.live = live;
    this.session = session;
    this.redactor = redactor;
    this.log = log;
    this.standIn = standIn;
  }

  /** What a call that was cut off has used, about: no provider tells. */
  Usage usedSoFar(Prompt prompt) {
    long input = Tokens.ofCharacters(Tokens.characters(prompt));
    return new Usage(input, Tokens.ofCharacters(characters), 0, 0);
  }

  public Result call(Prompt prompt) {
    var start = settings.clock().instant();
    int failures = 0;
    while (true) {
      try {
        var reply = stop.work(() -> told(prompt));
        return new Result.Answered(reply, since(start), null, null);
      } catch (LlmException e) {
        if (e.kind() == LlmException.Kind.CONTEXT_FULL) {
          unsay();
          return new Result.TooLong(e);
        }
        boolean otherKey = e.ofKey() == LlmException.OfKey.CHANGED;
        var wait = waitAfter(e, failures, settings.firstRetry());
        var end = otherKey ? null : verdict(e, failures, wait, since(start));
        if (end != null) {
          unsay();
          return new Result.GaveUp(end);
        }
        failures += otherKey ? 0 : 1;
        unsay();
        tell(e, failures, wait, since(start));
        stop.work(() -> {
          Thread.sleep(wait);
          return true;
        });
      }
    }
  }

  /** What was seen of an answer is not said. */
  void unsay() {
    live.modelRestarts(session);
  }

  /** People are to see why nothing happens; {@code failures} with this one. */
  private void tell(LlmException e, int failures, Duration wait, Duration since) {
    boolean counted = e.kind() == LlmException.Kind.MALFORMED;
    var left = settings.modelOutage().minus(since);
    LOG.warn(
        "model away session={} try={} wait={} reason={}",
        session,
        failures + 1,
        wait,
        redactor.mask(String.valueOf(e.getMessage())));
    log.accept(
        List.of(
            new LoopEvent.ModelAway(
                String.valueOf(e.getMessage()),
                failures + 1,
                counted ? MALFORMED_TRIES : null,
                wait.toMillis(),
                counted ? null : left.toMillis())));
  }

  /** Who looks whether anything happens is to know that the model is waited for. */
  private Reply told(Prompt prompt) {
    live.modelAsked(session, llm.name());
    try {
      return once(prompt);
    } finally {
      live.modelAnswered(session);
    }
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
  private LoopEvent.@Nullable TurnEnd verdict(
      LlmException e, int failures, Duration wait, Duration since) {
    var reason = redactor.mask(String.valueOf(e.getMessage()));
    return switch (e.kind()) {
      case AUTH, GONE, INVALID_REQUEST, REFUSED, CONTEXT_FULL -> suspended(e, reason);
      case UNREACHABLE ->
          since.plus(wait).compareTo(settings.modelOutage()) > 0
                  || (isLong(failures, wait, since) && standIn.getAsBoolean())
              ? new LoopEvent.Suspended("model_unreachable", reason)
              : null;
      case MALFORMED ->
          failures + 1 >= MALFORMED_TRIES
              ? new LoopEvent.Suspended("model_unreachable", reason)
              : null;
    };
  }

  private static boolean isLong(int failures, Duration wait, Duration since) {
    return failures + 1 >= TRIES_BEFORE_STAND_IN
        || wait.compareTo(WAIT_BEFORE_STAND_IN) > 0
        || since.compareTo(WAIT_BEFORE_STAND_IN) > 0;
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

  /**
   * As long as the provider asks for, but never shorter than our own pause: it may ask for 0.
   * Another key is not waited for.
   */
  public static Duration waitAfter(LlmException e, int failures, Duration first) {
    if (e.ofKey() == LlmException.OfKey.CHANGED) {
      return Duration.ZERO;
    }
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
