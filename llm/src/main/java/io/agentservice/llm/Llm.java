package io.agentservice.llm;

/** A model that can be asked for the next turn of a conversation. Safe for use by many threads. */
public interface Llm {

  /**
   * One model call; blocks until the reply is whole, at most for the model timeout.
   *
   * @param live hears text as it streams in, on the calling thread; what it throws ends the call
   *     and reaches the caller
   * @throws LlmException if there is no whole reply; text may have been heard before
   */
  Reply complete(Prompt prompt, TextListener live);

  /** Provider and model, as shown to users, for example {@code anthropic:claude-sonnet-4-5}. */
  String name();

  /** The provider's own name of the model, by which its price and its limits are known. */
  String model();
}
