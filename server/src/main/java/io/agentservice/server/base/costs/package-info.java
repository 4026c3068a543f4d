/**
 * What use is worth. An ACU is 15 minutes of an attached machine, or two dollars of the model's
 * tokens, whichever of the two comes to more over the whole session (sessions.md 5); both rates are
 * settings.
 *
 * <p>Facts are booked, never ACUs: {@code session.machine_seconds} and {@code
 * session.model_dollars}, exact, each in the transaction that it belongs to. The database's
 * function {@code acus} makes ACUs of them, with the rates that the session was created with, and
 * rounds once, to six decimals.
 */
@NullMarked
package io.agentservice.server.base.costs;

import org.jspecify.annotations.NullMarked;
