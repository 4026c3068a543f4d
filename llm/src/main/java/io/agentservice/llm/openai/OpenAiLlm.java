package io.agentservice.llm.openai;

import io.agentservice.llm.Llm;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import java.util.function.Supplier;

/** A model behind OpenAI's chat completions API: OpenAI, Ollama, vLLM, llama.cpp and others. */
public final class OpenAiLlm implements Llm {

  private final String model;
  private final Supplier<OpenAiCalls> calls;

  /** {@code calls} is read at the first call. */
  public OpenAiLlm(String model, Supplier<OpenAiCalls> calls) {
    this.model = model;
    this.calls = calls;
  }

  @Override
  public Reply complete(Prompt prompt, TextListener live) {
    return calls.get().complete(model, prompt, live);
  }

  @Override
  public String name() {
    return "openai:" + model;
  }

  @Override
  public String model() {
    return model;
  }
}
