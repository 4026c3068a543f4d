package io.agentservice.worker.sessions;

/** How a session's run ended. */
enum Outcome {
  SERVED,
  /** Someone else holds the claim. */
  LOST,
  /** The machine cannot serve it; the claim is given back. */
  GIVEN_UP,
  STOPPED
}
