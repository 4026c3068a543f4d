/**
 * The way to a service that is there: its address, the key and the organization, and the calls of
 * commands.
 *
 * <p>Invariant: a kept key goes to its own address only.
 */
@NullMarked
package io.agentservice.cli.connection;

import org.jspecify.annotations.NullMarked;
