/**
 * The way to machines that are connected to another server of the installation (ADR 0108): a table
 * says which one, a request that one of us has signed asks it, and a websocket carries the bytes.
 */
@NullMarked
package io.agentservice.server.agent.machines.servers;

import org.jspecify.annotations.NullMarked;
