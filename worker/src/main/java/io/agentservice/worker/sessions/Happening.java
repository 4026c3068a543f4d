package io.agentservice.worker.sessions;

import io.agentservice.worker.process.RemoteProcess;

/** What a session's run waits for: from the process, the queue or a signal. */
sealed interface Happening {

  /** Whether nothing more is to be started for the session. */
  default boolean endsServing() {
    return switch (this) {
      case FellAsleep _, Ended _, ClaimLost _, StopRaised _ -> true;
      case RemoteExited _, NeverConnected _ -> false;
    };
  }

  record RemoteExited(RemoteProcess.Exit exit) implements Happening {}

  /** The session fell asleep: the remote is told so and ends by itself. */
  record FellAsleep() implements Happening {}

  /** The session is terminated, or has no entry any more. */
  record Ended(String status) implements Happening {}

  /** The claim is not ours any more. */
  record ClaimLost(String reason) implements Happening {}

  /** The remote runs, but never reached the gateway. */
  record NeverConnected() implements Happening {}

  record StopRaised() implements Happening {}
}
