/**
 * The agent itself: asks a model what to do, has it done on the session's machine, and goes on
 * until the model is done, asks, or a limit stops it.
 *
 * <p>Everything the agent knows is a fold over the session's event log ({@link
 * io.agentservice.server.agent.loop.history.History}); a loop can end at any instruction and the
 * next one, on any node, continues from the log. Invariants: nothing is sent to the machine before
 * its intent is in the log; no command is silently run twice; every text is masked before it is
 * written, streamed or sent to a model; a loop writes under one epoch and ends when the session has
 * a newer one.
 *
 * <p>Start with {@link io.agentservice.server.agent.loop.Loop#run}. The loop knows its session only
 * through {@link io.agentservice.server.agent.loop.session.LoopSession}; it knows no SQL and no
 * HTTP. May depend on ids, events, machine, guardrails and llm.
 */
@NullMarked
package io.agentservice.server.agent.loop;

import org.jspecify.annotations.NullMarked;
