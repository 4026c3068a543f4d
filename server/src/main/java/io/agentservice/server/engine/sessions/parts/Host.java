package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.ids.OutpostId;
import org.jspecify.annotations.Nullable;

/**
 * Where a session is to run.
 *
 * @param platform that it was asked for; null: any
 * @param snapshotId shown, without effect
 * @param resumable its machine is kept in sleep
 * @param outpostId null: there is none that could take it
 */
public record Host(
    @Nullable String platform,
    @Nullable String snapshotId,
    boolean resumable,
    @Nullable OutpostId outpostId) {
  /** Any machine. */
  public static final Host ANY = of(null);

  /** Any machine of that platform. */
  public static Host of(@Nullable String platform) {
    return new Host(platform, null, true, null);
  }

  /** The same, made from that snapshot. */
  public Host from(@Nullable String snapshot) {
    return new Host(platform, snapshot, resumable, outpostId);
  }

  /** The same, at that outpost. */
  public Host at(@Nullable OutpostId outpost) {
    return new Host(platform, snapshotId, resumable, outpost);
  }
}
