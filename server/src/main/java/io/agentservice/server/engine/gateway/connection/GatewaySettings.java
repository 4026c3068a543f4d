package io.agentservice.server.engine.gateway.connection;

import java.time.Duration;

/**
 * Times of the gateway.
 *
 * @param serverVersion told to remotes in {@code welcome}
 * @param graceSeconds how long a lost remote may be gone; told to remotes, too
 * @param pulse time between two pings
 * @param look time between two looks at the claim; no less than the pulse
 * @param silence a remote not heard for so long is lost; told to remotes, which hold us to it
 * @param helloWithin time for the first frame
 * @param closeWithin time for the remote's part of the closing handshake
 */
public record GatewaySettings(
    String serverVersion,
    int graceSeconds,
    Duration pulse,
    Duration look,
    Duration silence,
    Duration helloWithin,
    Duration closeWithin) {

  private static final Duration LONGEST_LOOK = Duration.ofSeconds(15);

  /**
   * The times of fleet.md section 6, with three pings within the silence.
   *
   * @param claimTtl AGENT_CLAIM_TTL_SECONDS; looked at four times within it, so that a live session
   *     never lapses
   * @param graceSeconds AGENT_CONNECTION_GRACE_SECONDS
   * @param silence AGENT_GATEWAY_SILENCE_SECONDS
   */
  public static GatewaySettings of(
      String serverVersion, Duration claimTtl, int graceSeconds, Duration silence) {
    var look = min(claimTtl.dividedBy(4), LONGEST_LOOK);
    return new GatewaySettings(
        serverVersion,
        graceSeconds,
        min(silence.dividedBy(3), look),
        look,
        silence,
        Duration.ofSeconds(20),
        Duration.ofSeconds(5));
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
