/**
 * Which calls of the agent a person is to approve, and the wait for his answer: {@link
 * io.agentservice.server.agent.loop.approvals.ApprovalGate} stands before the first step of every
 * call.
 *
 * <p>Invariants: a call that is asked about is not begun before an approval of it is in the log;
 * what can't be told from a command is asked; what is approved for the session is approved for the
 * rules that asked, in this session only. May depend on the session, the log, the shell, the
 * model's stop switch, machine and {@link io.agentservice.server.engine.approvals}.
 */
@NullMarked
package io.agentservice.server.agent.loop.approvals;

import org.jspecify.annotations.NullMarked;
