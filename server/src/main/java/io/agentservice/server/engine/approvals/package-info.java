/**
 * What an agent may do only when a person approves it: which calls that are, and what people have
 * answered (rows 10 and 11 of sessions.md 2).
 *
 * <p>A session has at most one request that is open. It is answered once, by a person, or withdrawn
 * by a message or the end of the turn, under the lock of its session; whoever comes second is told
 * who was first. Writers hold the session's row. The agent's loop decides what is asked ({@code
 * agent.loop.approvals}).
 */
@NullMarked
package io.agentservice.server.engine.approvals;

import org.jspecify.annotations.NullMarked;
