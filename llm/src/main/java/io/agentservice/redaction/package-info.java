/**
 * Keeps secrets out of everything that is written, streamed or sent to a model.
 *
 * <p>A {@link io.agentservice.redaction.Redactor} knows the installation's own secrets and the
 * sensitive values of one session and replaces them by {@code [secret:KEY]} (sessions.md section
 * 6), also when they come encoded or split over pieces. Tokens that others hold are known by their
 * {@link io.agentservice.redaction.Shape}. It masks values, not meanings: a value of under four
 * characters, or one that a program has transformed in another way, is not found. Depends on
 * nothing.
 */
@NullMarked
package io.agentservice.redaction;

import org.jspecify.annotations.NullMarked;
