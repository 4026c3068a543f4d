package io.agentservice.server.gateway;

import java.time.Duration;

/**
 * Times of the gateway.
 *
 * @param serverVersion told to remotes in {@code welcome}
 * @param graceSeconds how long a lost remote may be gone; told to remotes, too
 * @param pulse time between two pings, and between two looks at the claim
 * @param silence a remote not heard for so long is lost
 * @param helloWithin time for the first frame
 * @param closeWithin time for the remote's part of the closing handshake
 */
public record GatewaySettings(
    String serverVersion,
    int graceSeconds,
    Duration pulse,
    Duration silence,
    Duration helloWithin,
    Duration closeWithin) {

  private static final Duration PING = Duration.ofSeconds(15);

  /**
   * The times of fleet.md section 6.
   *
   * @param claimTtl AGENT_CLAIM_TTL_SECONDS; looked at four times within it, so that a live session
   *     never lapses
   * @param graceSeconds AGENT_CONNECTION_GRACE_SECONDS
   */
  public static GatewaySettings of(String serverVersion, Duration claimTtl, int graceSeconds) {
    var quarter = claimTtl.dividedBy(4);
    return new GatewaySettings(
        serverVersion,
        graceSeconds,
        quarter.compareTo(PING) < 0 ? quarter : PING,
        Duration.ofSeconds(45),
        Duration.ofSeconds(20),
        Duration.ofSeconds(5));
  }
}
