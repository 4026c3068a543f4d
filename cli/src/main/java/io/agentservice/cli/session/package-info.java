/**
 * {@code agent session}: sessions of a service, and how one is followed to its end.
 *
 * <p>Invariant: events come in order and once, also over a lost connection.
 */
@NullMarked
package io.agentservice.cli.session;

import org.jspecify.annotations.NullMarked;
