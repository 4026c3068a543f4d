/**
 * Cycle limits of organizations and groups (api-enterprise.md 8 and 13), enforced by {@code
 * CycleLimits}.
 */
@NullMarked
package io.agentservice.server.enterprise.limits;

import org.jspecify.annotations.NullMarked;
