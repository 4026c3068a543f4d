/**
 * Schedules (api-org.md 6): sessions that are made at times of a calendar, or once. When one is due
 * next stands in its row; whichever server sees it first makes the session, writes the run and the
 * next time in one transaction, so each time counts once with any number of servers.
 *
 * <p>Depends on sessions, outposts, the context and the base.
 */
@NullMarked
package io.agentservice.server.engine.schedules;

import org.jspecify.annotations.NullMarked;
