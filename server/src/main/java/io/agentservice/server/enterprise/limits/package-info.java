/**
 * What organizations may use in a billing cycle (api-enterprise.md 8 and 13): limits of single ones
 * and of groups of them. The engine's {@code CycleLimits} enforce them. Uses {@code base}.
 */
@NullMarked
package io.agentservice.server.enterprise.limits;

import org.jspecify.annotations.NullMarked;
