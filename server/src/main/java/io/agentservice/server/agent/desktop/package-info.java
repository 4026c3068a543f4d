/**
 * The desktop of a session's machine, for people (design/web.md 7.4, ADR 0111): the route, and the
 * way to a machine at another server. Those who look on are in {@code views}, on the server that
 * the machine is connected to; {@code rfb} judges what they send.
 */
@NullMarked
package io.agentservice.server.agent.desktop;

import org.jspecify.annotations.NullMarked;
