package io.agentservice.cli.session.export;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/** Questions to the service, asked again where that may help, for some minutes at most. */
final class Retries {
  private static final int TRIES = 6;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private Retries() {}

  static <T> T ask(Supplier<T> question) {
    for (int attempt = 1; true; attempt++) {
      try {
        return question.get();
      } catch (ClientException e) {
        if (!e.passing() || attempt == TRIES) {
          throw e;
        }
        pause(Objects.requireNonNullElse(e.retryAfter(), PAUSE.multipliedBy(attempt)));
      }
    }
  }

  /** Whether the caller may not read it, or there is none: no reason to give up the rest. */
  static boolean withheld(ApiException answer) {
    return switch (answer.status()) {
      case 401, 403, 404, 410 -> true;
      default -> false;
    };
  }

  private static void pause(Duration asked) {
    try {
      Thread.sleep(asked.compareTo(LONGEST_PAUSE) < 0 ? asked : LONGEST_PAUSE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw CommandFailure.interrupted("run it again");
    }
  }
}
