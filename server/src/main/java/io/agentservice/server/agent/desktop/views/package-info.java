/**
 * Those who look at the desktops of machines connected to this server. Each has a connection of his
 * own to the display: what it shows waits here until he takes it, a window of bytes at most, and
 * the machine sends no more before.
 */
@NullMarked
package io.agentservice.server.agent.desktop.views;

import org.jspecify.annotations.NullMarked;
