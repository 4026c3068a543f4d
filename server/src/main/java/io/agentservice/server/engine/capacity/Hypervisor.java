package io.agentservice.server.engine.capacity;

import io.agentservice.server.base.ids.HypervisorId;
import java.time.Instant;
import java.util.Locale;

/** {@code slots}: sessions at once; {@code lastHeartbeat} of the worker or its remotes. */
public record Hypervisor(
    HypervisorId hypervisorId,
    String acceptorId,
    Status status,
    int claims,
    int slots,
    Instant createdAt,
    Instant lastHeartbeat) {

  /** As the specification defines them; a minute is the time to be heard of. */
  public enum Status {
    AVAILABLE,
    /** Back after a silence, with claims from before and none of their remotes connected. */
    RESTARTING,
    DISCONNECTED,
    /** Not heard of for a day, and without a claim. */
    TERMINATED,
    DRAINING;

    /** On the wire. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How much of it is in use: 0..100. */
  public double utilization() {
    return Math.min(100, 100.0 * claims / slots);
  }
}
