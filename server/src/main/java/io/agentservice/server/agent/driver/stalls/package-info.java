/**
 * What the agents of this node are at, in memory, and why one of them is silent: only the node that
 * drives a session hears its model and its commands (ADR 0097).
 */
@NullMarked
package io.agentservice.server.agent.driver.stalls;

import org.jspecify.annotations.NullMarked;
