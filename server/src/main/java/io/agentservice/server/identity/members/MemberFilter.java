package io.agentservice.server.identity.members;

import org.jspecify.annotations.Nullable;

/**
 * Which members a list wants.
 *
 * @param email a whole address, in any case
 * @param includeInactive also service users that were deleted or whose keys have all expired
 */
public record MemberFilter(@Nullable String email, boolean includeInactive) {}
