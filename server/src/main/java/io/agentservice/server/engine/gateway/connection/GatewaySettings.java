package io.agentservice.server.engine.gateway.connection;

import java.time.Duration;

/**
 * Times of the gateway.
 *
 * @param serverVersion told to remotes
 * @param graceSeconds how long a lost remote may be gone; told to remotes
 * @param pulse between two pings
 * @param look between two looks at the claim; at least the pulse
 * @param silence after which a remote is lost; told to remotes
 * @param helloWithin for the first frame
 * @param closeWithin for the remote's part of the closing handshake
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
   * The times of fleet.md 6 by the {@code AGENT_*} settings: three pings within the silence, four
   * looks within a claim's time.
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
