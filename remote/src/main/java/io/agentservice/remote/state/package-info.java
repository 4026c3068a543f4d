/**
 * The journal of commands and the lock of the remote's directory.
 *
 * <p>A command's directory: absent → {@code command.json} (perhaps started) → {@code exit.json}
 * (ended) → absent (forgotten). What a method writes is on disk when it returns.
 */
@NullMarked
package io.agentservice.remote.state;

import org.jspecify.annotations.NullMarked;
