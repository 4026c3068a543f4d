package io.agentservice.server.engine.push;

import io.agentservice.server.base.ids.PushNoticeId;
import io.agentservice.server.base.ids.PushSubscriptionId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What one browser is told of one turn of a session, and what became of it.
 *
 * @param kind as {@code attention} of the feed
 * @param attempts how often the push service was asked
 * @param outcome null while it is on its way
 */
record Notice(
    PushNoticeId pushNoticeId,
    SessionId sessionId,
    PushSubscriptionId pushSubscriptionId,
    String kind,
    int attempts,
    Instant createdAt,
    @Nullable String outcome,
    @Nullable Instant endedAt) {

  /** What became of one. */
  enum Outcome {
    /** The push service has taken it. */
    DELIVERED,
    /** The push service refuses it, or may not be reached from here. */
    REFUSED,
    /** The browser is not to be told any more; its subscription is deleted. */
    GONE,
    /** It could not be handed over in its time. */
    EXPIRED,
    /** The session had gone on before it was told. */
    ANSWERED,
    /** Its person had the session open all the time. */
    SEEN,
    /** A newer one of the session took its place. */
    REPLACED,
    /** Its person may not see the session any more, or does not want to be told of that. */
    WITHDRAWN;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** As it is shown. */
  record Shown(
      PushNoticeId pushNoticeId,
      SessionId sessionId,
      PushSubscriptionId pushSubscriptionId,
      String kind,
      int attempts,
      long createdAt,
      @Nullable String outcome,
      @Nullable Long endedAt) {}

  Shown shown() {
    return new Shown(
        pushNoticeId,
        sessionId,
        pushSubscriptionId,
        kind,
        attempts,
        createdAt.getEpochSecond(),
        outcome,
        endedAt == null ? null : endedAt.getEpochSecond());
  }
}
