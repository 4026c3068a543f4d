/**
 * The changes of an organization's sessions as a stream (ADR 0078). Followed once on each node for
 * all that watch an organization; stands above the sessions and is wired by itself.
 */
@NullMarked
package io.agentservice.server.engine.sessions.live;

import org.jspecify.annotations.NullMarked;
