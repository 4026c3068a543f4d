package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.ids.OutpostId;
import org.jspecify.annotations.Nullable;

/** For sessions without a platform (api-org.md 8): a platform, an outpost, or nothing. */
public record DefaultPlatform(
    @Nullable String platform,
    @Nullable OutpostId outpostPoolId,
    @Nullable String outpostPoolName) {
  static final DefaultPlatform NONE = new DefaultPlatform(null, null, null);
}
