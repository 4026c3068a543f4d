/**
 * Says in a session's log why nothing happens in it (docs/operations.md, ADR 0097).
 *
 * <p>A silence is told once: the event {@code stall} itself is the newest one from then on, and
 * only another event, or another claim, begins a silence anew. {@link
 * io.agentservice.server.engine.stalls.Stalls} finds silences and writes, {@link
 * io.agentservice.server.engine.stalls.StallsFeature} tells of sessions without a connected
 * machine; what a running agent is at only the node knows that drives it (agent.driver.stalls).
 */
@NullMarked
package io.agentservice.server.engine.stalls;

import org.jspecify.annotations.NullMarked;
