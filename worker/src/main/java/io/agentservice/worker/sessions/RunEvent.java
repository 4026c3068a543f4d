package io.agentservice.worker.sessions;

import io.agentservice.worker.process.RemoteProcess;

/** What a session's run waits for: from the process, the queue or a signal. */
sealed interface RunEvent {

  /** Whether nothing more is to be started for the session. */
  default boolean endsServing() {
    return switch (this) {
      case FellAsleep _, Ended _, ClaimLost _, StopRaised _ -> true;
      case RemoteExited _, NeverConnected _ -> false;
    };
  }

  record RemoteExited(RemoteProcess.Exit exit) implements RunEvent {}

  /** The session fell asleep: the remote is told so and ends by itself. */
  record FellAsleep() implements RunEvent {}

  /** The session is terminated, or has no entry any more. */
  record Ended(String status) implements RunEvent {}

  /** The claim is not ours any more. */
  record ClaimLost(String reason) implements RunEvent {}

  /** The remote runs, but never reached the gateway. */
  record NeverConnected() implements RunEvent {}

  record StopRaised() implements RunEvent {}
}
