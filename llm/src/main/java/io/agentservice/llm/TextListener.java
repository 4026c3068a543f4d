package io.agentservice.llm;

/** Hears a model's visible text piece by piece; no thinking and no tool input. */
@FunctionalInterface
public interface TextListener {

  /** For callers that only want the whole reply. */
  TextListener NONE = piece -> {};

  /** The next piece of text; never empty. */
  void text(String piece);
}
