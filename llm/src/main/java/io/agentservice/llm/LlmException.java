package io.agentservice.llm;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A model call without a reply. The message is one line for users and holds no key. */
public final class LlmException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public enum Kind {
    /** Key missing, wrong, without rights or without credit: a person has to act. */
    AUTH,
    /** The model was there and is not any more: a person has to bring it back. */
    GONE,
    /** Busy, down, too slow, or the network failed: the same call may succeed later. */
    UNREACHABLE,
    /** The provider will never take this request: wrong model name, bad setting, no tools. */
    INVALID_REQUEST,
    /** The prompt is longer than the model takes: a shorter one will do. */
    CONTEXT_FULL,
    /**
     * The provider's rules forbid this prompt; a model that declines gives {@link Stop#REFUSED}.
     */
    REFUSED,
    /** The answer makes no sense; asking again may help. */
    MALFORMED
  }

  private final Kind kind;
  private final @Nullable Duration retryAfter;
  private final transient OptionalLong window;
  private final transient OptionalInt outputLimit;
  private final OfKey ofKey;

  /** What a failure says of the key that the call went by. */
  public enum OfKey {
    /** Nothing, or that it is refused, which {@link Kind#AUTH} says. */
    NOTHING,
    /** It has used up what it may for now: with another one the same call may succeed at once. */
    USED_UP,
    /** It is not asked with any more: the same call goes by another one at once. */
    CHANGED
  }

  public LlmException(Kind kind, String message) {
    this(kind, message, null, null);
  }

  /**
   * {@code retryAfter} is the wait that the provider asks for, or null; the cause is for logs only.
   */
  public LlmException(
      Kind kind, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
    this(kind, message, retryAfter, cause, OptionalLong.empty(), OptionalInt.empty());
  }

  /** With the context window and the longest reply that a refusal told, in tokens. */
  public LlmException(
      Kind kind,
      String message,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause,
      OptionalLong window,
      OptionalInt outputLimit) {
    this(kind, message, retryAfter, cause, window, outputLimit, OfKey.NOTHING);
  }

  private LlmException(
      Kind kind,
      String message,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause,
      OptionalLong window,
      OptionalInt outputLimit,
      OfKey ofKey) {
    super(message, cause);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.window = window;
    this.outputLimit = outputLimit;
    this.ofKey = ofKey;
  }

  /** {@link OfKey#USED_UP}; {@code retryAfter} as the provider says it, or null. */
  public static LlmException usedUp(
      String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
    return new LlmException(
        Kind.UNREACHABLE,
        message,
        retryAfter,
        cause,
        OptionalLong.empty(),
        OptionalInt.empty(),
        OfKey.USED_UP);
  }

  /** {@link OfKey#CHANGED}, because of that failure. */
  public static LlmException otherKey(String message, LlmException cause) {
    return new LlmException(
        Kind.UNREACHABLE,
        message,
        Duration.ZERO,
        cause,
        OptionalLong.empty(),
        OptionalInt.empty(),
        OfKey.CHANGED);
  }

  public Kind kind() {
    return kind;
  }

  /** How long the provider asks to wait; only with {@link Kind#UNREACHABLE}. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  public OfKey ofKey() {
    return ofKey;
  }

  /** The model's context window in tokens, if a {@link Kind#CONTEXT_FULL} told it. */
  public OptionalLong window() {
    return window;
  }

  /** Tokens of the longest reply, if a longer one was asked for and the refusal told it. */
  public OptionalInt outputLimit() {
    return outputLimit;
  }
}
