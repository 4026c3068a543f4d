/**
 * {@code agent session export}: a session as one file that says all that its key may read, and what
 * it may not (ADR 0100, {@code docs/export.md}).
 *
 * <p>Invariants: a file is there whole or not at all, for its owner only; never more than a page of
 * the service's answers is in memory.
 */
@NullMarked
package io.agentservice.cli.session.export;

import org.jspecify.annotations.NullMarked;
