/**
 * The way to terminals on machines that are connected to another server of the installation (ADR
 * 0108): a table says which one, a request that one of us has signed asks it, and a websocket
 * carries the bytes.
 */
@NullMarked
package io.agentservice.server.agent.terminals.servers;

import org.jspecify.annotations.NullMarked;
