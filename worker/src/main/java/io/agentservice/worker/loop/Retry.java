package io.agentservice.worker.loop;

import io.agentservice.client.http.ClientException;
import io.agentservice.worker.loop.Stop.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Repeats what fails in passing (5xx, 429, network) until it works or the worker is to stop. */
public final class Retry {
  private final Stop stop;
  private final Progress progress;
  private final Backoff backoff;

  public Retry(Stop stop, Progress progress, Backoff backoff) {
    this.stop = stop;
    this.progress = progress;
    this.backoff = backoff;
  }

  /**
   * The result of the first try that works; empty when a stop of level {@code until} came first.
   * Throws the {@link ClientException} of a refusal for good; {@code what} reads "cannot list the
   * queue".
   */
  public <T> Optional<T> untilItWorks(String what, Level until, Supplier<T> action) {
    while (!stop.reached(until)) {
      try {
        var result = action.get();
        backoff.reset();
        return Optional.of(result);
      } catch (ClientException e) {
        pause(what, until, e);
      }
    }
    return Optional.empty();
  }

  /** Waits after a failure that may pass; throws it when it will not. */
  public void pause(String what, Level until, ClientException failure) {
    if (stop.reached(until)) {
      return;
    }
    if (!failure.passing()) {
      throw failure;
    }
    pause(what, until, failure.getMessage(), backoff.next(failure.retryAfter()));
  }

  /** Waits after any failure, longer each time. */
  public void pause(String what, Level until, @Nullable String reason) {
    pause(what, until, reason, backoff.next(null));
  }

  /** After a success: the next failure waits 1 s again. */
  public void worked() {
    backoff.reset();
  }

  private void pause(String what, Level until, @Nullable String reason, Duration wait) {
    progress.tell(new WorkerEvent.Retrying(what, reason == null ? "failed" : reason, wait));
    stop.await(until, wait);
  }
}
