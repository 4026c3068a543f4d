/**
 * The agent: loop, and the driver that ties it to a session with a remote. Uses {@code base},
 * {@code context} and {@code engine}; only {@code web} may use it.
 */
@NullMarked
package io.agentservice.server.agent;

import org.jspecify.annotations.NullMarked;
