package io.agentservice.server.agent.loop.model;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Tokens;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.history.PrefixWatch;
import io.agentservice.server.agent.loop.history.Shortening;
import io.agentservice.server.agent.loop.log.Depth;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.Shortened;
import io.agentservice.server.agent.loop.log.LoopEvent.Summarized;
import io.agentservice.server.agent.loop.model.ModelCalls.Result;
import io.agentservice.server.agent.loop.session.LoopSession;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the model, shortening the conversation before or when it is too long: old results, the
 * model's words and inputs, then a summary; people's words last.
 */
public final class Conversation {
  private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);
  private static final int KEPT_BY_SUMMARY = 8;

  /** Before the summary. */
  private static final List<Shortened> FIRST =
      List.of(new Shortened(12, 500, Depth.RESULTS), new Shortened(12, 500, Depth.OWN));

  /** When the summary was not enough. */
  private static final List<Shortened> LAST =
      List.of(new Shortened(2, 1_000, Depth.OWN), new Shortened(0, 1_000, Depth.ALL));

  private static final int WORTH_WHILE = 1_000;
  private static final int MOST_REFUSALS = 8;
  private static final int SUMMARY_TOKENS = 2_000;
  private static final int SUMMARY_CHARACTERS = 8_000;

  private static final String NOTES =
      "You keep the notes of a software engineer whose notebook is full.";
  private static final String ASK_FOR_NOTES =
      """
      Below is the beginning of your work on a task, shortened. It will be replaced by your summary; you will go on with nothing but \
      that, the user's own words and the newest steps. Write down what you need to go on: what was asked, what you have found out \
      (files, names, commands that work), what you have changed, what failed and why, what remains to be done. Your plan, the files that you \
      edited and your last commands are listed below it without you. At most 600 words, no introduction.

      """;

  private final LoopSession session;
  private final Model model;
  private final ModelCalls calls;
  private final ContextWindow room;
  private final Function<ContextWindow, Prompt> prompts;
  private final Supplier<History> history;
  private final Consumer<List<LoopEvent>> log;
  private final AskedModel asked;
  private final PrefixWatch prefix;

  /** {@code prompts} makes the next prompt for what is known of the model's window. */
  public Conversation(
      LoopSession session,
      Model model,
      ModelCalls calls,
      ContextWindow room,
      Function<ContextWindow, Prompt> prompts,
      Supplier<History> history,
      Consumer<List<LoopEvent>> log,
      AskedModel asked,
      PrefixWatch prefix) {
    this.session = session;
    this.model = model;
    this.calls = calls;
    this.room = room;
    this.prompts = prompts;
    this.history = history;
    this.log = log;
    this.asked = asked;
    this.prefix = prefix;
  }

  public Model model() {
    return model;
  }

  /** The model's turn, not yet in the log; null when it was not asked with success. */
  public Result.@Nullable Answered ask() {
    @Nullable LlmException refusal = null;
    for (int refusals = 0; refusals < MOST_REFUSALS; refusals++) {
      if (!room.fits(prompt()) && !makeRoom()) {
        return null;
      }
      if (!room.fits(prompt())) {
        break;
      }
      var prompt = prompt();
      switch (call(prompt)) {
        case Result.Answered answered -> {
          var reply = answered.reply();
          room.taken(prompt, reply.usage());
          var told = told(answered.to(prompt, prefix));
          if (reply.stop() == Stop.REFUSED && asked.declined(unsaid(told))) {
            calls.unsay();
            return null;
          }
          asked.answered();
          return told;
        }
        case Result.TooLong tooLong -> {
          refusal = tooLong.refusal();
          room.refused(prompt, refusal);
        }
        case Result.GaveUp gaveUp -> {
          asked.end(gaveUp.end());
          return null;
        }
      }
    }
    asked.end(new LoopEvent.Suspended("model_refused", tooSmall(refusal)));
    return null;
  }

  /** Who looks after costs is to find the session whose prompts no cache holds. */
  private Result.Answered told(Result.Answered answered) {
    if (answered.broken() != null) {
      LOG.info("prompt begins anew session={} cause={}", session.id(), answered.broken());
    }
    return answered;
  }

  /** Of a turn that was declined: what it began is lost. */
  private LoopEvent.ModelTurn unsaid(Result.Answered answered) {
    return answered.turn(List.of(), model.price());
  }

  private String tooSmall(@Nullable LlmException refusal) {
    return "the conversation does not fit into the context window of %s (%,d tokens), however short"
            .formatted(model.llm().name(), room.window())
        + " it is made: set AGENT_MODEL to a model with a larger one, or AGENT_MODEL_CONTEXT_TOKENS"
        + (refusal == null ? "" : "; " + refusal.getMessage());
  }

  private Prompt prompt() {
    return prompts.apply(room);
  }

  /** A call for which there is money. */
  private Result call(Prompt prompt) {
    var largest =
        model
            .price()
            .largestCost(Tokens.ofCharacters(Tokens.characters(prompt)), prompt.maxOutputTokens());
    var limit = session.reserve(largest);
    if (limit.isPresent()) {
      return new Result.GaveUp(limit.get());
    }
    Result result;
    try {
      result = calls.call(prompt);
    } catch (StopSwitch.InterruptedByPersonException e) {
      asked.answered();
      var used = calls.usedSoFar(prompt);
      log.accept(
          List.of(
              new LoopEvent.ModelInterrupted(used, model.llm().name(), model.price().cost(used))));
      throw e;
    }
    if (!(result instanceof Result.Answered)) {
      session.unreserve();
    }
    return result;
  }

  /** False when what is in the log now ends the turn. */
  private boolean makeRoom() {
    if (shorten(FIRST)) {
      return true;
    }
    if (!summarize()) {
      return false;
    }
    if (!room.isRoomy(prompt())) {
      var _ = shorten(LAST);
    }
    return true;
  }

  /** True when that was enough. */
  private boolean shorten(List<Shortened> steps) {
    for (var step : steps) {
      if (history.get().savedBy(step) >= WORTH_WHILE) {
        log.accept(List.of(step));
      }
      if (room.isRoomy(prompt())) {
        return true;
      }
    }
    return false;
  }

  /** False when what is in the log now ends the turn. */
  private boolean summarize() {
    var old = history.get().toSummarize(KEPT_BY_SUMMARY);
    long characters = room.roomyCharacters();
    for (int i = 0; i < MOST_REFUSALS && !old.isEmpty(); i++) {
      var prompt = summaryPrompt(old, characters);
      switch (call(prompt)) {
        case Result.Answered answered -> {
          if (answered.reply().stop() == Stop.REFUSED) {
            notSummarized(unsaid(answered));
            return false;
          }
          log.accept(List.of(summarized(answered)));
          return true;
        }
        case Result.TooLong _ -> characters /= 2;
        case Result.GaveUp gaveUp -> {
          asked.end(gaveUp.end());
          return false;
        }
      }
    }
    return true;
  }

  private void notSummarized(LoopEvent.ModelTurn turn) {
    if (!asked.declined(turn)) {
      var why = "the model declined to summarize its work";
      log.accept(List.of(turn, new LoopEvent.Suspended("model_refused", why)));
    }
  }

  private Prompt summaryPrompt(List<ChatMessage> old, long characters) {
    var text = ASK_FOR_NOTES + Shortening.render(old, characters - ASK_FOR_NOTES.length());
    return new Prompt(
        NOTES, List.of(ChatMessage.user(text)), List.of(), Math.min(SUMMARY_TOKENS, room.output()));
  }

  private Summarized summarized(Result.Answered answered) {
    var reply = answered.reply();
    var text = reply.text().strip();
    return new Summarized(
        KEPT_BY_SUMMARY,
        text.substring(0, Math.min(SUMMARY_CHARACTERS, text.length())),
        reply.usage(),
        reply.model(),
        model.price().cost(reply.usage()));
  }
}
