package io.agentservice.server.engine.sessions.usage;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session has used up to now; its ACUs are the larger of those by machine and by tokens. */
record SessionUsage(
    BigDecimal acus,
    BigDecimal machineAcus,
    BigDecimal tokenAcus,
    long machineSeconds,
    List<OfModel> models,
    List<Limit> limits) {

  /** {@code inputTokens}: cached ones included. */
  record OfModel(
      String model,
      long calls,
      long inputTokens,
      long cachedTokens,
      long outputTokens,
      BigDecimal acus) {}

  /** {@code scope} as in {@code CycleLimits}; {@code resetsAt} null for the session's own. */
  record Limit(String scope, int limit, BigDecimal used, @Nullable Long resetsAt) {}
}
