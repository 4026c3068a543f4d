/** Brings the database up to date without a server, or says what that would do (ADR 0104). */
@NullMarked
package io.agentservice.server.start.migration;

import org.jspecify.annotations.NullMarked;
