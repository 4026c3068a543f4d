package io.agentservice.server.engine.approvals;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The requests for approval of sessions. Writers hold the session's lock. */
public final class Approvals {
  /** The type of the event that tells of an answer. */
  public static final String ANSWERED = "approval_answered";

  private final Database database;

  public Approvals(Database database) {
    this.database = database;
  }

  public static void ask(Tx tx, SessionId session, EventId id, Approval.Asked asked) {
    tx.on(ApprovalSql.class).insert(id, session, asked);
  }

  /** Nobody is to answer any more; what its log is to tell of that, when one was open. */
  public static Optional<Map<String, @Nullable Object>> withdraw(Tx tx, SessionId session) {
    return tx.on(ApprovalSql.class)
        .open(session)
        .map(open -> answer(tx, session, open.eventId(), Approval.Answer.WITHDRAWN));
  }

  /** What the session's log is to tell of it. */
  public static Map<String, @Nullable Object> answer(
      Tx tx, SessionId session, EventId id, Approval.Answer answer) {
    tx.on(ApprovalSql.class).answer(session, id, answer.kind().word(), answer);
    var told = new LinkedHashMap<String, @Nullable Object>();
    told.put("approval_id", id.value());
    told.put("answer", answer.kind().word());
    if (answer.reason() != null) {
      told.put("reason", answer.reason());
    }
    if (answer.username() != null) {
      told.put("username", answer.username());
    }
    return told;
  }

  public static Optional<Approval> find(Tx tx, SessionId session, EventId id) {
    return tx.on(ApprovalSql.class).find(session, id).map(ApprovalSql.Row::approval);
  }

  public Optional<Approval> find(SessionId session, EventId id) {
    return database
        .with(ApprovalSql.class, sql -> sql.find(session, id))
        .map(ApprovalSql.Row::approval);
  }

  /** The one that waits for an answer. */
  public Optional<Approval> open(SessionId session) {
    return database
        .with(ApprovalSql.class, sql -> sql.open(session))
        .map(ApprovalSql.Row::approval);
  }

  /** Those of a session, newest first. */
  public Listing.Keyed<Approval> list(SessionId session) {
    return new Listing.Keyed<>(
        (key, most) -> list(session, key, most),
        most -> database.with(ApprovalSql.class, sql -> sql.count(session, most)),
        approval -> approval.eventId().value());
  }

  private Rows<Approval> list(SessionId session, @Nullable String before, int limit) {
    return database.with(
        ApprovalSql.class,
        sql -> {
          int size = Rows.fitting(sql.sizes(session, before, limit), limit);
          var rows = sql.list(session, before, size + 1);
          return Rows.of(rows.stream().map(ApprovalSql.Row::approval).toList(), size);
        });
  }

  /** What the session's agent is to ask about, as it is now. */
  public ApprovalPolicy policy(SessionId session) {
    return database
        .with(ApprovalSql.class, sql -> sql.policy(session))
        .map(ApprovalSql.PolicyRow::policy)
        .orElse(ApprovalPolicy.NEVER);
  }

  public static void erase(Tx tx, List<SessionId> sessions) {
    tx.on(ApprovalSql.class).erase(sessions);
  }
}
