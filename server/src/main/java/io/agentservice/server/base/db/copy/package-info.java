/** All tables of a database at one moment, as PostgreSQL's COPY writes them, and back. */
@NullMarked
package io.agentservice.server.base.db.copy;

import org.jspecify.annotations.NullMarked;
