package io.agentservice.llm;

/**
 * Hears a model's visible text piece by piece, for live viewing. Thinking and tool input are not
 * heard.
 */
@FunctionalInterface
public interface TextListener {

  /** For callers that only want the whole reply. */
  TextListener NONE = piece -> {};

  /** The next piece of text; never empty. */
  void text(String piece);
}
