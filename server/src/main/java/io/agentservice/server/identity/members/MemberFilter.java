package io.agentservice.server.identity.members;

import org.jspecify.annotations.Nullable;

/** {@code email} in any case; {@code includeInactive}: deleted and expired service users. */
public record MemberFilter(@Nullable String email, boolean includeInactive, Holding holding) {
  /** Through what somebody in the list holds his roles. */
  public enum Holding {
    /** Himself; in the account also who holds none at all. */
    DIRECT,
    /** Through groups of the identity provider, alone or beside his own. */
    BY_GROUP,
    /** Whatever he holds. */
    ANY,
    /** Whatever he holds, where he was made in the organization. */
    AT_HOME
  }
}
