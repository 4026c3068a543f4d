/**
 * The fleet API (interface.md 4.10, 6; fleet.md 2 to 5): lists and watches of the queue, claims,
 * outposts.
 */
@NullMarked
package io.agentservice.server.engine.fleet;

import org.jspecify.annotations.NullMarked;
