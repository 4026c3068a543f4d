/** Data directory, database and attachments' store, tied to it by a marker. */
@NullMarked
package io.agentservice.server.start.store;

import org.jspecify.annotations.NullMarked;
