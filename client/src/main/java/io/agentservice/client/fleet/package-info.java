/**
 * The queue, claims and outposts (fleet.md). Answers that a caller decides on are values, not
 * exceptions ({@link ClaimAnswer}).
 */
@NullMarked
package io.agentservice.client.fleet;

import org.jspecify.annotations.NullMarked;
