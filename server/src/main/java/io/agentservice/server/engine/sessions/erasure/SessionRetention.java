package io.agentservice.server.engine.sessions.erasure;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.context.attachments.Attachments;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Erases sessions that ended some days ago, with all that is theirs alone. */
final class SessionRetention {
  /** Ten years. */
  static final int MOST_DAYS = 3650;

  private final Database database;
  private final int days;

  /** {@code days}: of organizations that say nothing themselves; 0: never. */
  SessionRetention(Database database, int days) {
    this.database = database;
    this.days = days;
  }

  /** Of an organization; {@code own}: said for it. */
  record Days(int days, boolean own) {}

  Days get(OrgId org) {
    return database.with(RetentionSql.class, sql -> days(sql, org));
  }

  private Days days(RetentionSql sql, OrgId org) {
    var own = sql.days(org);
    return new Days(own.orElse(days), own.isPresent());
  }

  /** Null: as the operator says for all. */
  Days replace(OrgId org, @Nullable Integer to, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(RetentionSql.class);
      var before = days(sql, org);
      sql.replace(caller.principal().accountId(), org, to);
      var after = days(sql, org);
      var change = new LinkedHashMap<String, @Nullable Object>();
      change.put("old", before.own() ? before.days() : null);
      change.put("new", to);
      Audit.record(
          tx,
          caller,
          "update_org_settings",
          org,
          Map.of("setting", "retention", "changes", Map.of("session_days", change)));
      return after;
    });
  }

  /** Erases what is due but for what others have locked, asking {@code goOn} before each piece. */
  void run(BooleanSupplier goOn) {
    boolean more = true;
    while (more && goOn.getAsBoolean()) {
      more = database.inTransaction(this::erasePiece);
    }
  }

  /** False when there is nothing to be done now. */
  private boolean erasePiece(Tx tx) {
    var sql = tx.on(SessionErasureSql.class);
    var sessions = sql.due(days, SessionErasure.AT_ONCE);
    if (sessions.isEmpty()) {
      return false;
    }
    var attachments = sql.attachments(sessions);
    Attachments.lock(tx, attachments); // who gives one to another session meanwhile is waited for
    var left = sql.onlyOf(sessions, attachments);
    if (SessionErasure.erase(tx, sessions)) {
      Attachments.leave(tx, left);
    }
    return true;
  }
}
