package io.agentservice.client.http;

/**
 * Whoever wants to know how the service answers. Called by the requesting thread; must not block.
 */
@FunctionalInterface
public interface AnswerListener {
  /** Nobody wants to know. */
  AnswerListener NONE = _ -> {};

  /**
   * A request came to its end; the opening of a stream is one, what it brings is none.
   *
   * @param status HTTP status of the answer; 0 when no whole one came
   */
  void answered(int status);
}
