package io.agentservice.llm.models;

import java.util.function.Supplier;

/**
 * The models of a server that may get others while it runs. Whoever is at work with a former one
 * ends it with that: its connections go when nobody uses them any more. Thread-safe.
 */
public final class LiveLlms implements Supplier<Llms>, AutoCloseable {
  private volatile LlmSettings settings;
  private volatile Llms current;

  /** As {@link Llms}. */
  public LiveLlms(LlmSettings settings) {
    this.settings = settings;
    this.current = new Llms(settings);
  }

  @Override
  public Llms get() {
    return current;
  }

  /**
   * Makes others, to be put in place by what is returned; IllegalArgumentException as {@link Llms}.
   */
  public Runnable prepare(LlmSettings next) {
    if (next.equals(settings)) {
      return () -> {};
    }
    var others = new Llms(next);
    return () -> {
      settings = next;
      current = others;
    };
  }

  @Override
  public void close() {
    current.close();
  }
}
