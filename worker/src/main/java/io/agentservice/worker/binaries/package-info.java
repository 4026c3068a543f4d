/**
 * The remote binary: which one, from where, and that it is the published one (interface.md 10.3,
 * fleet.md 7 step 7, 10).
 *
 * <p>Invariants: a file under its final name was whole when it got that name (temporary file,
 * digest, fsync, rename); its digest is compared with the published one before every start; a file
 * that differs is deleted, never run. Any number of workers, in one process or many, share a cache
 * directory: one lock file per binary.
 */
@NullMarked
package io.agentservice.worker.binaries;

import org.jspecify.annotations.NullMarked;
