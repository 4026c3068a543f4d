/**
 * Schedules (api-org.md 6). The first server to see one due makes the session and writes run and
 * next time in one transaction, so that each time counts once.
 */
@NullMarked
package io.agentservice.server.engine.schedules;

import org.jspecify.annotations.NullMarked;
