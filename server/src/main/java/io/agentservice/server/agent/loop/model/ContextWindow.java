package io.agentservice.server.agent.loop.model;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Tokens;
import io.agentservice.llm.Usage;

/** Estimates whether a prompt fits, by counts of the model and its known window. */
public final class ContextWindow {
  /** Up to here a prompt is sent. */
  private static final double FULL = 0.9;

  /** Down to here it is shortened: what changes a prompt's beginning empties the cache. */
  private static final double ROOMY = 0.6;

  /** Without a word on the window, it is taken for so much of what was refused. */
  private static final double GUESS = 0.7;

  private static final int SMALLEST_PART_FOR_OUTPUT = 4;
  private static final double LEAST = 0.1;
  private static final double MOST = 1;

  private final ModelLimits limits;
  private final int wantedOutput;
  private long window;
  private double tokensPerCharacter;

  public ContextWindow(ModelLimits limits, int wantedOutput) {
    this.limits = limits;
    this.wantedOutput = wantedOutput;
    this.window = limits.window();
    this.tokensPerCharacter = Tokens.ofCharacters(300) / 300.0;
  }

  /** Tokens of the longest reply to ask for. */
  public int output() {
    long quarter = Math.max(1, window / SMALLEST_PART_FOR_OUTPUT);
    return (int) Math.min(quarter, Math.min(wantedOutput, limits.output()));
  }

  /** The model's window as far as it is known, in tokens. */
  public long window() {
    return window;
  }

  /** How many characters a prompt may have that leaves the window roomy. */
  long roomyCharacters() {
    return (long) ((window - output()) * ROOMY / tokensPerCharacter);
  }

  boolean fits(Prompt prompt) {
    return tokens(prompt) <= (window - output()) * FULL;
  }

  boolean isRoomy(Prompt prompt) {
    return tokens(prompt) <= (window - output()) * ROOMY;
  }

  private double tokens(Prompt prompt) {
    return Tokens.characters(prompt) * tokensPerCharacter;
  }

  /** A prompt that was taken, and what it was counted as. */
  void taken(Prompt prompt, Usage usage) {
    if (usage.promptTokens() > 0) {
      double learnt = (double) usage.promptTokens() / Math.max(1, Tokens.characters(prompt));
      tokensPerCharacter = Math.clamp(learnt, LEAST, MOST);
    }
  }

  /** A prompt that was refused: from now on only shorter ones fit. */
  void refused(Prompt prompt, LlmException refusal) {
    double sent = tokens(prompt) + prompt.maxOutputTokens();
    long guess = (long) (sent * GUESS);
    window = Math.min(Math.min(window - 1, refusal.window().orElse(guess)), window);
    // The next reply to be asked for is shorter already, where the last was too long beside it.
    boolean explained = sent > window && output() < prompt.maxOutputTokens();
    if (fits(prompt) && !explained) {
      // It has more tokens than were reckoned.
      tokensPerCharacter = Math.min(MOST, tokensPerCharacter / GUESS);
      if (fits(prompt)) {
        window = guess;
      }
    }
  }
}
