/**
 * What workers do to sessions: claim, renew, release, and the lapse of a claim whose deadline has
 * passed (fleet.md 3), many at a time (ADR 0014). The rows of the table that they are stand in the
 * lifecycle package. Depends on lifecycle, queue and the technical base.
 */
@NullMarked
package io.agentservice.server.engine.claims;

import org.jspecify.annotations.NullMarked;
