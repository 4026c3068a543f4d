package io.agentservice.server.base.http;

import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Checks a request and says what is to be done, unless the request repeats an earlier one: checks
 * come before the key, the key before the state (completions.md 8.2).
 */
public sealed interface Preparation {
  /** The same, which first tells of each request. */
  Preparation telling(Consumer<Request> listener);

  /** What is to be done needs our own database only. */
  @FunctionalInterface
  non-sealed interface Local extends Preparation {
    Supplier<Answer> prepare(Request request);

    @Override
    default Local telling(Consumer<Request> listener) {
      return request -> {
        listener.accept(request);
        return prepare(request);
      };
    }
  }

  /**
   * Asks another service outside of the transaction, and only for work that is done and not
   * repeated.
   */
  @FunctionalInterface
  non-sealed interface Remote extends Preparation {
    RemoteCall prepare(Request request);

    @Override
    default Remote telling(Consumer<Request> listener) {
      return request -> {
        listener.accept(request);
        return prepare(request);
      };
    }
  }

  /** Asks the other service, and says what is to be done with what it said. */
  @FunctionalInterface
  interface RemoteCall {
    Supplier<Answer> call();
  }
}
