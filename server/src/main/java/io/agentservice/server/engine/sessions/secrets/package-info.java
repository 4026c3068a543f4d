/**
 * The secrets that a session gets: its own, sealed in the database, and those of its organization;
 * and the redactor that knows them. In clear they are for its remote's memory and the redactor
 * only.
 */
@NullMarked
package io.agentservice.server.engine.sessions.secrets;

import org.jspecify.annotations.NullMarked;
