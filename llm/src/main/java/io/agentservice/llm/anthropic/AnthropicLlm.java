package io.agentservice.llm.anthropic;

import io.agentservice.llm.Llm;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import java.util.function.Supplier;

/**
 * A model of the Anthropic Messages API, with prompts cached at the end of the tools, of the system
 * text and of the last user message.
 */
public final class AnthropicLlm implements Llm {

  private final String model;
  private final Supplier<AnthropicCalls> calls;

  /** {@code calls} is read at the first call. */
  public AnthropicLlm(String model, Supplier<AnthropicCalls> calls) {
    this.model = model;
    this.calls = calls;
  }

  @Override
  public Reply complete(Prompt prompt, TextListener live) {
    return calls.get().complete(model, prompt, live);
  }

  @Override
  public String name() {
    return "anthropic:" + model;
  }

  @Override
  public String model() {
    return model;
  }
}
