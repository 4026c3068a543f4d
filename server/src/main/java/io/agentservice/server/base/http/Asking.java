package io.agentservice.server.base.http;

import java.util.function.Supplier;

/**
 * Work of a POST that first asks another service. That is asked outside of the transaction in which
 * the work is done, and only if the work is to be done: who is told again what he was told before
 * needs no other service.
 *
 * @param question asks, and says what is to be done with what it was told
 */
public record Asking(Supplier<Supplier<Answer>> question) implements Supplier<Answer> {
  /** What is to be done, the other service having been asked. */
  Supplier<Answer> ask() {
    return question.get();
  }

  @Override
  public Answer get() {
    return ask().get();
  }
}
