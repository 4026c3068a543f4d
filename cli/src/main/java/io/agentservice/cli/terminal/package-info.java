/**
 * What people and programs read and type: results, progress, failures, colours, prompts.
 *
 * <p>Invariant: all that comes from a service or a model passes {@code PlainText}: it can't drive
 * the terminal.
 */
@NullMarked
package io.agentservice.cli.terminal;

import org.jspecify.annotations.NullMarked;
