/**
 * What a run of the loop is given: its session, what that is about, and how loops behave.
 *
 * <p>{@link io.agentservice.server.agent.loop.session.LoopSession} is all that the loop knows of
 * the sessions and of the database; who has loops run implements it. May depend on the tools' view
 * of files, the log, ids, events and guardrails.
 */
@NullMarked
package io.agentservice.server.agent.loop.session;

import org.jspecify.annotations.NullMarked;
