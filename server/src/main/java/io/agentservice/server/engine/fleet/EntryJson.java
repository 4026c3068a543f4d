package io.agentservice.server.engine.fleet;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.engine.queue.Entry;
import io.agentservice.wire.fleet.QueueEntry;
import java.util.ArrayList;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Entries as workers see them (interface.md 2.12). */
final class EntryJson {
  private EntryJson() {}

  static QueueEntry of(Entry entry) {
    return of(entry, null, null);
  }

  /** With token and gateway, for the answer to a claim only. */
  static QueueEntry of(Entry entry, @Nullable String token, @Nullable String gatewayUrl) {
    var spec = entry.spec();
    var claim = entry.claim();
    var deadline = claim.claimDeadline();
    return new QueueEntry(
        new QueueEntry.Metadata(
            entry.sessionId().value(),
            entry.outpostId().value(),
            entry.createdAt().getEpochSecond(),
            entry.updatedAt().getEpochSecond()),
        new QueueEntry.Spec(
            word(spec.kind()),
            spec.platform(),
            spec.remoteBinarySha(),
            policy(Json.MAPPER.readTree(spec.networkPolicy()))),
        new QueueEntry.Status(
            word(claim.phase()),
            claim.acceptorId(),
            deadline == null ? null : deadline.getEpochSecond(),
            word(entry.sessionState()),
            token,
            gatewayUrl));
  }

  private static QueueEntry.NetworkPolicy policy(JsonNode policy) {
    var allow = new ArrayList<QueueEntry.Allow>();
    for (JsonNode item : policy.path("allow")) {
      allow.add(
          new QueueEntry.Allow(
              item.path("hostname").stringValue(null),
              item.path("ipv4").stringValue(null),
              item.path("ipv6").stringValue(null)));
    }
    return new QueueEntry.NetworkPolicy(policy.path("enabled").booleanValue(false), allow);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
