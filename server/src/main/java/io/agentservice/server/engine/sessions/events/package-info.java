/**
 * A session's event log for readers outside: pages, one event, a search and a stream.
 *
 * <p>Depends on events alone.
 */
@NullMarked
package io.agentservice.server.engine.sessions.events;

import org.jspecify.annotations.NullMarked;
