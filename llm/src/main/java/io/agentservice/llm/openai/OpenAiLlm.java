package io.agentservice.llm.openai;

import io.agentservice.llm.answers.ProviderLlm;
import java.util.function.Supplier;

/** A model behind OpenAI's chat completions API: OpenAI, Ollama, vLLM, llama.cpp and others. */
public final class OpenAiLlm extends ProviderLlm {
  /** {@code calls} is read at the first call. */
  public OpenAiLlm(String model, Supplier<OpenAiCalls> calls) {
    super("openai", model, calls);
  }
}
