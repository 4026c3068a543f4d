/** A server that runs takes other settings from its files when it is told to (ADR 0104). */
@NullMarked
package io.agentservice.server.start.reload;

import org.jspecify.annotations.NullMarked;
