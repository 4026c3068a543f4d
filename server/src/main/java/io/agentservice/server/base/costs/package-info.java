/**
 * ACUs (sessions.md 5): 15 minutes of a machine or two dollars of tokens, whichever is more over
 * the session.
 *
 * <p>Exact facts are booked in {@code session.machine_seconds} and {@code session.model_dollars};
 * the database's function {@code acus} applies the session's rates and rounds once, to six
 * decimals.
 */
@NullMarked
package io.agentservice.server.base.costs;

import org.jspecify.annotations.NullMarked;
