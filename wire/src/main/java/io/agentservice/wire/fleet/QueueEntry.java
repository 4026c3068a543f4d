package io.agentservice.wire.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session in the queue of an outpost, at most once (interface.md 2.12). */
public record QueueEntry(Metadata metadata, Spec spec, Status status) {

  /** {@code updatedAt} is the second of the last change. */
  public record Metadata(String sessionId, String outpostId, long createdAt, long updatedAt) {}

  /**
   * What the session asks of a machine.
   *
   * @param kind {@code new}: the session never had a machine; {@code resume}: it had one
   * @param platform {@code linux}, {@code macos} or {@code windows}
   * @param remoteBinarySha version of the remote to run; null for the worker's choice
   */
  public record Spec(
      String kind,
      String platform,
      @Nullable String remoteBinarySha,
      NetworkPolicy networkPolicy) {}

  /** What the session may reach; {@code enabled} false means unrestricted. */
  public record NetworkPolicy(boolean enabled, List<Allow> allow) {
    public static final NetworkPolicy UNRESTRICTED = new NetworkPolicy(false, List.of());
  }

  /** One allowed destination; exactly one of the three is set, and written. */
  public record Allow(@Nullable String hostname, @Nullable String ipv4, @Nullable String ipv6) {}

  /**
   * The claim deadline is null exactly when pending; token and URL are set only in the answer to a
   * claim.
   *
   * @param phase {@code pending} or {@code claimed}
   * @param sessionStatus {@code pending}, {@code running}, {@code suspended} or {@code terminated}
   */
  public record Status(
      String phase,
      @Nullable String acceptorId,
      @Nullable Long claimDeadline,
      String sessionStatus,
      @Nullable String connectToken,
      @Nullable String gatewayUrl) {

    @Override
    public String toString() {
      return "Status[phase=%s, acceptorId=%s, claimDeadline=%s, sessionStatus=%s]"
          .formatted(phase, acceptorId, claimDeadline, sessionStatus);
    }
  }
}
