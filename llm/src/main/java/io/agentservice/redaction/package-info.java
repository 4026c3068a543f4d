/**
 * Keeps secrets out of all that is written, streamed or sent to a model.
 *
 * <p>A {@link io.agentservice.redaction.Redactor} replaces the installation's secrets and a
 * session's sensitive values by {@code [secret:KEY]} (sessions.md 6), also encoded or split over
 * pieces, and others' tokens by their {@link io.agentservice.redaction.Shape}. Values of under four
 * characters, or transformed in other ways, are not found.
 */
@NullMarked
package io.agentservice.redaction;

import org.jspecify.annotations.NullMarked;
