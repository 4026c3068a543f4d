/**
 * Where an installation's data lies: the data directory, the database, embedded or external, and
 * the attachments' store, which is tied to the database by a marker.
 */
@NullMarked
package io.agentservice.server.start.store;

import org.jspecify.annotations.NullMarked;
