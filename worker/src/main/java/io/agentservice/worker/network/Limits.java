package io.agentservice.worker.network;

import java.time.Duration;

/**
 * How much of the worker one session's connections may take.
 *
 * @param connections at one time; others are closed at once
 * @param head until a client has said where it wants to, and with TLS whom it expects there
 * @param connect until a server has answered
 * @param lookup until a name is looked up
 * @param halfClosed until the other side ends, too
 */
record Limits(
    int connections, Duration head, Duration connect, Duration lookup, Duration halfClosed) {
  static final Limits STANDARD =
      new Limits(
          256,
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofSeconds(15),
          Duration.ofMinutes(10));
}
