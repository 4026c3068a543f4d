/** What migrations will do to a database, said before they do it (ADR 0104). */
@NullMarked
package io.agentservice.server.base.db.plan;

import org.jspecify.annotations.NullMarked;
