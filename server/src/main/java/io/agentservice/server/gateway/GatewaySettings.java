package io.agentservice.server.gateway;

import java.time.Duration;

/**
 * Times of the gateway.
 *
 * @param serverVersion told to remotes in {@code welcome}
 * @param pulse time between two pings, and between two looks at the claim
 * @param silence a remote not heard for so long is lost
 * @param helloWithin time for the first frame
 * @param closeWithin time for the remote's part of the closing handshake
 */
public record GatewaySettings(
    String serverVersion,
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
   */
  public static GatewaySettings of(String serverVersion, Duration claimTtl) {
    var quarter = claimTtl.dividedBy(4);
    return new GatewaySettings(
        serverVersion,
        quarter.compareTo(PING) < 0 ? quarter : PING,
        Duration.ofSeconds(45),
        Duration.ofSeconds(20),
        Duration.ofSeconds(5));
  }
}
