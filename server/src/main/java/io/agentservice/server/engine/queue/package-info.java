/**
 * The queue and its feed (fleet.md 1, 4, 5): an entry per session, each change at the account's
 * next position, removals as tombstones.
 *
 * <p>The counter is taken last and held to the commit, so that position n is readable after all
 * before it. Only the lifecycle writes here.
 */
@NullMarked
package io.agentservice.server.engine.queue;

import org.jspecify.annotations.NullMarked;
