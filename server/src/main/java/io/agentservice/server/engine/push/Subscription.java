package io.agentservice.server.engine.push;

import io.agentservice.server.base.ids.PushSubscriptionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A browser that a person lets us tell.
 *
 * @param host of its push service
 * @param name in the person's words
 * @param lastOutcome what became of the last thing that it was told; null: none yet
 */
record Subscription(
    PushSubscriptionId pushSubscriptionId,
    String host,
    String name,
    Instant createdAt,
    @Nullable String lastOutcome,
    @Nullable Instant lastAt) {

  /** As it is shown. */
  record Shown(
      PushSubscriptionId pushSubscriptionId,
      String host,
      String name,
      long createdAt,
      @Nullable String lastOutcome,
      @Nullable Long lastAt) {}

  Shown shown() {
    return new Shown(
        pushSubscriptionId,
        host,
        name,
        createdAt.getEpochSecond(),
        lastOutcome,
        lastAt == null ? null : lastAt.getEpochSecond());
  }
}
