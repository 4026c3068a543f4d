package io.agentservice.server.engine.sessions.live;

import io.agentservice.server.base.db.Database;

/** How far the changes of sessions are, for a list that is read after it was asked. */
public record LivePosition(Database database) {
  /** For {@code after} of the stream. */
  public String now() {
    return database.with(LiveSql.class, LiveSql::position);
  }
}
