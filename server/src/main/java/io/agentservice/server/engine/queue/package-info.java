/**
 * The queue's rows and their feed (fleet.md 1, 4, 5): at most one entry per session, each change at
 * the next position of one account-wide order. A removed entry stays as a tombstone for watchers.
 *
 * <p>Invariants: the feed's counter is taken last in a transaction and held to its commit, so
 * position n is readable only when all before it are; phase {@code pending} has neither acceptor
 * nor deadline. Which change is right when is the business of the lifecycle package, the only one
 * that writes here. Depends on the technical base only.
 */
@NullMarked
package io.agentservice.server.engine.queue;

import org.jspecify.annotations.NullMarked;
