/**
 * The database: pool, migrations, transactions. A feature hands {@link
 * io.agentservice.server.base.db.Database} a function and gets its own {@code *Sql} interface
 * inside a transaction; what must happen only after the commit (waking a watcher, closing a
 * connection) is registered on the {@link io.agentservice.server.base.db.Tx}. A transaction inside
 * another of its thread is a part of that one (ADR 0017). Deadlines are computed by the database's
 * clock. Knows no feature.
 */
@NullMarked
package io.agentservice.server.base.db;

import org.jspecify.annotations.NullMarked;
