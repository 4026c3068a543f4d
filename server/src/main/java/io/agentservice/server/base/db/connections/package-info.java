/**
 * Connections to the database: the first one, the pool with a queue for each lane, and those that
 * died.
 */
@NullMarked
package io.agentservice.server.base.db.connections;

import org.jspecify.annotations.NullMarked;
