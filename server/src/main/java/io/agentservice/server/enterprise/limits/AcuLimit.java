package io.agentservice.server.enterprise.limits;

import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What may be used in a billing cycle.
 *
 * @param scope {@code enterprise}, {@code org} or {@code user}
 * @param orgId of scope {@code org}, else null
 * @param createdAt the end of time for settings
 */
record AcuLimit(
    String scope, int cycleAcuLimit, @Nullable OrgId orgId, Instant createdAt, String id) {

  /** On the wire. One of scope {@code user} holds for each, so it names none. */
  record Shown(String scope, int cycleAcuLimit, @Nullable OrgId orgId, @Nullable String userId) {}

  Shown shown() {
    return new Shown(scope, cycleAcuLimit, orgId, null);
  }
}
