/**
 * Outposts: named queues that workers serve (interface.md 2.13, fleet.md 2), and placement: which
 * outpost a session goes to (sessions.md 3). Depends on the queue for live counts.
 */
@NullMarked
package io.agentservice.server.engine.outposts;

import org.jspecify.annotations.NullMarked;
