package io.agentservice.wire.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pool of machines with a queue of its own (interface.md 2.13, fleet.md 2). */
public record Outpost(Metadata metadata, Spec spec, Status status) {

  /** {@code ownerUserId} is always null; kept for decoders. */
  public record Metadata(
      String outpostId, String accountId, long createdAt, @Nullable String ownerUserId) {}

  /** What the operator said of it; a null platform is linux, null organizations are all. */
  public record Spec(
      String name,
      @Nullable String platform,
      String description,
      @Nullable List<String> allowedOrgIds) {}

  /** Live counts: entries pending, and entries claimed with a deadline in the future. */
  public record Status(long queueDepth, long activeClaims) {}
}
