package io.agentservice.server.engine.sessions.children;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.mcp.SessionMcpServers;
import io.agentservice.server.engine.sessions.parts.Host;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.engine.sessions.parts.Requester;
import io.agentservice.server.engine.sessions.parts.Session;
import org.jspecify.annotations.Nullable;

/** What a fork gets of its origin: the same task, manner, place and rights, and its secrets. */
public record ForkDraft(Database database, Sessions sessions) {
  /**
   * {@code title} and {@code limit} null: as the origin has them, and as the organization wants.
   */
  public NewSession of(
      Session from,
      String message,
      @Nullable String title,
      @Nullable Integer limit,
      String origin,
      long seq) {
    var id = from.sessionId();
    var allowed = database.with(AllowedSql.class, sql -> sql.of(id));
    return NewSession.of(message)
        .with(title == null ? from.task() : from.task().titled(title))
        .with(sessions.manner(id))
        .with(Requester.by(origin).unlisted(from.requester().unlisted()).forked(id, seq))
        .with(new Host(from.host().platform(), null, from.host().resumable(), null))
        .with(
            new NewSession.Allowance(
                limit,
                allowed.bypassApproval(),
                allowed.approvals(),
                allowed.secretIds(),
                sessions.ownSecrets(id),
                new SessionMcpServers(database).of(id)));
  }
}
