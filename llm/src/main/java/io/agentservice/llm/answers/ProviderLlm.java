package io.agentservice.llm.answers;

import io.agentservice.llm.Llm;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import java.util.function.Supplier;

/** A model of a provider, asked by the provider's calls. */
public abstract class ProviderLlm implements Llm {

  /** How the provider's models are asked. */
  @FunctionalInterface
  public interface Calls {
    Reply complete(String model, Prompt prompt, TextListener live);
  }

  private final String provider;
  private final String model;
  private final Supplier<? extends Calls> calls;

  /** {@code calls} is read at the first call. */
  protected ProviderLlm(String provider, String model, Supplier<? extends Calls> calls) {
    this.provider = provider;
    this.model = model;
    this.calls = calls;
  }

  @Override
  public final Reply complete(Prompt prompt, TextListener live) {
    return calls.get().complete(model, prompt, live);
  }

  @Override
  public final String name() {
    return provider + ":" + model;
  }

  @Override
  public final String model() {
    return model;
  }
}
