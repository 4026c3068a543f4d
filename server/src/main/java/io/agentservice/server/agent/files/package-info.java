/**
 * The files of a session's machine, for people who look on (design/web.md 7.3): asked of the
 * machine where its remote is connected, of another server by way of the database.
 */
@NullMarked
package io.agentservice.server.agent.files;

import org.jspecify.annotations.NullMarked;
