/** The terminal of the person who runs a command. */
@NullMarked
package io.agentservice.worker.terminal;

import org.jspecify.annotations.NullMarked;
