/**
 * The agent itself: the loop that asks a model and lets a machine work, and the driver that ties it
 * to a session with a connected remote. Uses {@code base}, {@code context} and {@code engine}; only
 * {@code web} may use it, to show what the log holds.
 */
@NullMarked
package io.agentservice.server.agent;

import org.jspecify.annotations.NullMarked;
