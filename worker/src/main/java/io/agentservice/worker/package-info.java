/**
 * The worker: claims sessions of an outpost and serves each with a remote on this machine (fleet.md
 * 7-9).
 *
 * <p>One worker serves one session at a time. Invariant: no token stands in an argument, a file or
 * an event.
 */
@NullMarked
package io.agentservice.worker;

import org.jspecify.annotations.NullMarked;
