/**
 * {@code agent verify}: whether an installation does what it should, seen from outside with a key.
 *
 * <p>Invariant: what a check makes in the service it takes away, or says what is left.
 */
@NullMarked
package io.agentservice.cli.verify;

import org.jspecify.annotations.NullMarked;
