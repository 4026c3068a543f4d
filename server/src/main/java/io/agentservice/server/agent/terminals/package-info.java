/**
 * Terminals of a session's machine, for people (design/web.md 7.4, ADR 0108): routes, and whether
 * an organization allows them. The shells themselves are in {@code shells}, on the server that the
 * machine is connected to; {@code servers} is the way to another one.
 */
@NullMarked
package io.agentservice.server.agent.terminals;

import org.jspecify.annotations.NullMarked;
