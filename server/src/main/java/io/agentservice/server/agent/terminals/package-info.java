/**
 * Terminals of a session's machine, for people (design/web.md 7.4, ADR 0108). The shells themselves
 * are in {@code shells}, on the server that the machine is connected to; {@code servers} asks
 * another one for them.
 */
@NullMarked
package io.agentservice.server.agent.terminals;

import org.jspecify.annotations.NullMarked;
