package io.agentservice.llm.anthropic;

import io.agentservice.llm.answers.ProviderLlm;
import java.util.function.Supplier;

/**
 * A model of the Anthropic Messages API, with prompts cached at the end of the tools, of the system
 * text and of the last user message.
 */
public final class AnthropicLlm extends ProviderLlm {
  /** {@code calls} is read at the first call. */
  public AnthropicLlm(String model, Supplier<AnthropicCalls> calls) {
    super("anthropic", model, calls);
  }
}
