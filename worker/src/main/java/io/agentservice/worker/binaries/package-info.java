/**
 * The remote binary: which version, from where, verified (interface.md 10.3, fleet.md 7 step 7,
 * 10).
 *
 * <p>Invariants: a file under its final name is whole (temporary file, digest, fsync, rename); its
 * digest is compared with the published one before every start, and a file that differs is deleted.
 * Workers share a cache: one lock file per binary.
 */
@NullMarked
package io.agentservice.worker.binaries;

import org.jspecify.annotations.NullMarked;
