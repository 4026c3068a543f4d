package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.ids.OutpostId;
import org.jspecify.annotations.Nullable;

/**
 * Where sessions of an organization go that name no platform (api-org.md 8): a platform, or an
 * outpost, or nothing of its own when all are null.
 */
public record DefaultPlatform(
    @Nullable String platform,
    @Nullable OutpostId outpostPoolId,
    @Nullable String outpostPoolName) {
  static final DefaultPlatform NONE = new DefaultPlatform(null, null, null);
}
