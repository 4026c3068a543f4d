/**
 * The loop's events in their stored form, the agent's only memory.
 *
 * <p>Kinds and members may be added, never renamed; golden files hold the form.
 */
@NullMarked
package io.agentservice.server.agent.loop.log;

import org.jspecify.annotations.NullMarked;
