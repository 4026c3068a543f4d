/**
 * Messages between people and agent (sessions.md 4), each {@code queued} until the transaction that
 * puts it into the agent's log. Writers hold the session's row.
 */
@NullMarked
package io.agentservice.server.engine.messages;

import org.jspecify.annotations.NullMarked;
