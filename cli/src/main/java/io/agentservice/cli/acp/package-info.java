/**
 * {@code agent acp}: an editor drives sessions by the Agent Client Protocol on standard input and
 * output.
 *
 * <p>Invariant: standard output has nothing but messages, each on a line of its own, and only the
 * end of the input or a signal ends the process.
 */
@NullMarked
package io.agentservice.cli.acp;

import org.jspecify.annotations.NullMarked;
