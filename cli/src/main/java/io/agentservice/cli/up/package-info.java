/**
 * {@code agent up}: the whole service on this machine, with several workers.
 *
 * <p>Invariant: it joins a server that is there, and outlasts those that use its own.
 */
@NullMarked
package io.agentservice.cli.up;

import org.jspecify.annotations.NullMarked;
