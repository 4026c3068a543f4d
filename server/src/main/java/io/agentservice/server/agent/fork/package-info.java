/**
 * Forks of sessions (design/web.md 7.2): a new session that goes on from what another one has said
 * and done up to an event, and from its work as far as that is kept.
 */
@NullMarked
package io.agentservice.server.agent.fork;

import org.jspecify.annotations.NullMarked;
