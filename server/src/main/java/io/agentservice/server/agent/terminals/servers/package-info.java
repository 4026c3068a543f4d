/** Terminals on machines that are connected to another server, asked for and answered. */
@NullMarked
package io.agentservice.server.agent.terminals.servers;

import org.jspecify.annotations.NullMarked;
