/**
 * What happened in a session, for people who watch it: pages of steps and a stream, whole outputs
 * and images, and where a text stands (design/web.md 7.1).
 *
 * <p>Stands on the sessions and the agent's log, which it reads by whole turns: no request reads
 * more of a long log than it answers (ADR 0067).
 */
@NullMarked
package io.agentservice.server.agent.timeline;

import org.jspecify.annotations.NullMarked;
