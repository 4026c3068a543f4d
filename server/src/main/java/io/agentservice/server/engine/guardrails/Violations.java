package io.agentservice.server.engine.guardrails;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What guardrails have found. */
public final class Violations {
  private final Database database;

  Violations(Database database) {
    this.database = database;
  }

  /** With the session locked; false when session, event and guardrail are known. */
  public static boolean found(Tx tx, SessionId session, Violation.Found found) {
    var sql = tx.on(ViolationSql.class);
    if (sql.isKnown(session, found.eventId(), found.guardrailId())) {
      return false;
    }
    tx.last(() -> write(tx, session, found));
    return true;
  }

  private static void write(Tx tx, SessionId session, Violation.Found found) {
    var sql = tx.on(ViolationSql.class);
    var numbered = sql.number(session);
    sql.insert(numbered.violationId(), session, found);
    Audit.record(
        tx,
        List.of(
            new Audit.Entry(
                numbered.accountId(),
                numbered.orgId(),
                null,
                "ai_guardrail_violation",
                Map.of(
                    "violation_id", numbered.violationId(),
                    "guardrail_id", found.guardrailId(),
                    "session_id", session.value(),
                    "action_taken", found.actionTaken()))));
  }

  /** Those of the account, or of one organization; {@code oldestFirst}: else the newest first. */
  Listing.Keyed<Violation> list(Scope scope, Violation.Filter filter, boolean oldestFirst) {
    return new Listing.Keyed<>(
        (key, size) -> page(scope, filter, oldestFirst, key, size),
        most -> database.with(ViolationSql.class, sql -> sql.count(scope, filter, most)),
        violation -> violation.createdAt() + " " + violation.violationId());
  }

  private Rows<Violation> page(
      Scope scope, Violation.Filter filter, boolean oldestFirst, @Nullable String key, int size) {
    var behind =
        new ViolationSql.Behind(
            key == null ? null : Instant.parse(key.substring(0, key.indexOf(' '))),
            key == null ? null : Long.valueOf(key.substring(key.indexOf(' ') + 1)),
            size + 1);
    return Rows.of(
        database.with(
            ViolationSql.class,
            sql ->
                oldestFirst
                    ? sql.oldest(scope, filter, behind)
                    : sql.newest(scope, filter, behind)),
        size);
  }

  /** What was said to break guardrails in sessions that are erased. */
  public static void erase(Tx tx, List<SessionId> sessions) {
    tx.on(ViolationSql.class).eraseOf(sessions);
  }

  /** Some of what was said to break guardrails in an organization that is gone. */
  Belongings.Left erase(Tx tx, OrgId org) {
    return Belongings.Left.after(tx.on(ViolationSql.class).erase(org, Belongings.MOST));
  }
}
