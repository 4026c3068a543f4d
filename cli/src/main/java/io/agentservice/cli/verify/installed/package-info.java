/**
 * Whether the files of an installation are those that were released, and who says so.
 *
 * <p>Invariant: the key that a signature is checked with comes from the caller, never from the
 * installation itself.
 */
@NullMarked
package io.agentservice.cli.verify.installed;

import org.jspecify.annotations.NullMarked;
