package io.agentservice.llm;

/** A model that can be asked for the next turn of a conversation. Safe for use by many threads. */
public interface Llm {

  /**
   * One model call. Blocks until the reply is whole; every wait inside is bounded by the model
   * timeout.
   *
   * @param prompt the whole conversation so far
   * @param live hears text while it streams in, in order, on the calling thread and never after
   *     return. What it throws ends the call and reaches the caller unchanged: that is how to
   *     abandon a call.
   * @throws LlmException if there is no whole reply; text may have been heard before
   */
  Reply complete(Prompt prompt, TextListener live);

  /** Provider and model, as shown to users, for example {@code anthropic:claude-sonnet-4-5}. */
  String name();

  /** The provider's own name of the model, by which its price and its limits are known. */
  String model();
}
