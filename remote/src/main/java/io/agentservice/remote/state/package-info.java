/**
 * What the remote keeps on disk: the journal of commands and the lock of its directory.
 *
 * <p>A command's directory is: absent → {@code command.json} (it may have been started) → {@code
 * exit.json} (it ended) → absent (forgotten). What a method says is written is on disk when it
 * returns.
 */
@NullMarked
package io.agentservice.remote.state;

import org.jspecify.annotations.NullMarked;
