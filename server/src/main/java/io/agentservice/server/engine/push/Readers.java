package io.agentservice.server.engine.push;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.SessionId;

/**
 * Who has a session before his eyes: a browser that is signed in and follows it, which pages do
 * while they are seen. Programs read, too, and so does a command that waits: they are no readers.
 */
public record Readers(Database database) {
  /** To be told so often while a page follows. */
  public static final int PACE_SECONDS = 15;

  /** So long it counts. */
  static final int FRESH_SECONDS = 40;

  /** That the person follows the session at this moment. */
  public void reads(SessionId session, Principal person) {
    database.useTransaction(
        tx -> tx.on(DeliverySql.class).reads(session, person.accountId(), person.id()));
  }
}
