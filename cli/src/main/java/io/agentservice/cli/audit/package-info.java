/**
 * {@code agent audit}: the log of who did what, listed and exported.
 *
 * <p>Invariant: an export is whole, or it fails.
 */
@NullMarked
package io.agentservice.cli.audit;

import org.jspecify.annotations.NullMarked;
