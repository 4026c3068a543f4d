/**
 * The database: pool, migrations, transactions (ADR 0017). {@link
 * io.agentservice.server.base.db.Database} runs functions that get their {@code *Sql} interface
 * from a {@code Tx}. Deadlines use the database's clock.
 */
@NullMarked
package io.agentservice.server.base.db;

import org.jspecify.annotations.NullMarked;
