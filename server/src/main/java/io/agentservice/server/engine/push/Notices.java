package io.agentservice.server.engine.push;

import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.PushNoticeId;
import io.agentservice.server.base.ids.PushSubscriptionId;
import io.agentservice.server.engine.push.NoticeSql.Turned;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.live.Turn;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.List;
import java.util.Set;

/** Finds what is to be told, from the changes of sessions. */
final class Notices {
  private static final List<String> ROLES = BuiltinRole.granting(VIEW_ORG_SESSIONS);
  private static final List<String> PERMISSIONS = Permission.names(VIEW_ORG_SESSIONS.implying());

  /** Those that an agent started tell it when they are done, and no person. */
  private static final Set<String> OF_CHILDREN = Set.of("asks", "approval");

  private static final int KEPT_DAYS = 30;

  private final Database database;
  private final Sessions sessions;

  Notices(Database database, Sessions sessions) {
    this.database = database;
    this.sessions = sessions;
  }

  /** What the browsers of that person were told, newest first. */
  Listing<Notice> list(Principal person) {
    var account = person.accountId();
    return new Listing<>(
        window ->
            database.with(
                NoticeSql.class,
                sql -> Rows.of(sql.list(account, person.id(), window), window.size())),
        most -> database.with(NoticeSql.class, sql -> sql.count(account, person.id(), most)),
        row -> new Place(row.createdAt(), row.pushNoticeId().value()));
  }

  /**
   * Writes down what is to be told of all that turned since the last look, in one transaction with
   * how far it has looked: nothing is forgotten, and nothing written twice.
   */
  void look() {
    database.useTransaction(tx -> {
      var sql = tx.on(NoticeSql.class);
      for (var turned : sql.turned(sql.next())) {
        sessions.among(turned.orgId(), Set.of(turned.sessionId())).stream()
            .findFirst()
            .ifPresent(session -> note(sql, turned, session));
      }
    });
  }

  private static void note(NoticeSql sql, Turned turned, Session session) {
    String kind = Turn.kind(session);
    boolean isChild = session.requester().parentSessionId() != null;
    if (kind == null || (isChild && !OF_CHILDREN.contains(kind))) {
      return; // whoever falls asleep has told before
    }
    sql.replace(turned);
    for (var browser : browsers(sql, session, kind)) {
      sql.insert(Id.create(PushNoticeId.class), browser, kind, turned);
    }
  }

  /** Those of whoever the session is of. */
  static List<PushSubscriptionId> browsers(NoticeSql sql, Session session, String kind) {
    String person = session.requester().userId();
    return person == null
        ? List.of()
        : sql.browsers(session.accountId(), session.orgId(), person, kind, ROLES, PERMISSIONS);
  }

  void forget() {
    database.useTransaction(tx -> {
      var sql = tx.on(NoticeSql.class);
      sql.forget(KEPT_DAYS);
      sql.forgetReaders();
    });
  }
}
