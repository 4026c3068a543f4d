package io.agentservice.worker.claims;

import io.agentservice.client.fleet.FleetClient;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Stop;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/** Who takes and releases claims; {@code gatewayFallback} is for claims without a gateway. */
record Acceptor(
    String id,
    FleetClient fleet,
    Releases releases,
    Stop stop,
    Progress progress,
    @Nullable URI gatewayFallback) {

  void release(String sessionId) {
    releases.release(sessionId, id, stop);
  }

  /** Why a granted claim cannot be served; null when it can. */
  @Nullable String flaw(String sessionId, QueueEntry entry) {
    var status = entry.status();
    if (!bare(entry.metadata().sessionId()).equals(bare(sessionId))
        || !id.equals(status.acceptorId())) {
      return "the answer is about another claim";
    }
    if (status.connectToken() == null || status.claimDeadline() == null) {
      return "the answer has no connect token or deadline";
    }
    return gateway(entry) == null ? "the answer names no gateway, see --gateway-url" : null;
  }

  @Nullable URI gateway(QueueEntry entry) {
    var named = entry.status().gatewayUrl();
    try {
      return named == null || named.isBlank() ? gatewayFallback : new URI(named);
    } catch (URISyntaxException _) {
      return gatewayFallback;
    }
  }

  /** Ids may be given without prefix or with either word of it (completions.md 2). */
  private static String bare(String sessionId) {
    return sessionId.substring(sessionId.lastIndexOf('-') + 1);
  }
}
