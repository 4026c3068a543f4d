package io.agentservice.server.identity.preferences;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Problem;
import java.util.HashSet;
import java.util.List;

/** The preferences of whoever asks. */
public final class OwnPreferences {
  private static final AuditTrail<Preferences> AUDIT =
      AuditTrail.<Preferences>of("preferences", "update", _ -> null)
          .changing("notify", Preferences::notices)
          .changing("shortcuts", Preferences::shortcuts)
          .changing("theme", Preferences::theme)
          .changingCount("views", Preferences::views);

  private final Database database;

  OwnPreferences(Database database) {
    this.database = database;
  }

  /** As they are; without views of organizations that one has no business in any more. */
  public Preferences get(Principal principal) {
    return database.with(
        PreferenceSql.class,
        sql ->
            sql.find(principal.accountId(), principal.id())
                .map(row -> shown(sql, principal, row))
                .orElse(Preferences.USUAL));
  }

  private static Preferences shown(PreferenceSql sql, Principal principal, PreferenceSql.Row row) {
    var views =
        sql.views(principal.accountId(), principal.id()).stream()
            .filter(view -> !principal.in(view.orgId()).isEmpty())
            .toList();
    return new Preferences(row.notices(), row.shortcuts(), row.theme(), views);
  }

  /** What the body does not name stays. 422; 401 for who was removed at the same moment. */
  Preferences change(Body body, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(PreferenceSql.class);
      var principal = caller.principal();
      var account = principal.accountId();
      sql.begin(account, principal.id(), Preferences.USUAL);
      var row = sql.lock(account, principal.id()).orElseThrow(OwnPreferences::removed);
      var before = shown(sql, principal, row);
      var read = new PreferencesBody(body);
      var after = read.over(before);
      boolean views = body.has(PreferencesBody.VIEWS);
      if (views && !body.hasFailures()) {
        checkOrganizations(sql, principal, after.views(), read);
      }
      body.check();
      sql.update(account, principal.id(), after);
      if (views) {
        replaceViews(sql, principal, after.views());
      }
      AUDIT.updated(tx, caller, before, after);
      return after;
    });
  }

  private static void checkOrganizations(
      PreferenceSql sql, Principal principal, List<SavedView> views, PreferencesBody body) {
    var named = views.stream().map(SavedView::orgId).distinct().toList();
    var living = new HashSet<>(sql.hold(principal.accountId(), named));
    for (int i = 0; i < views.size(); i++) {
      var org = views.get(i).orgId();
      if (!living.contains(org) || principal.in(org).isEmpty()) {
        body.failOrganization(i);
      }
    }
  }

  private static void replaceViews(PreferenceSql sql, Principal principal, List<SavedView> views) {
    sql.dropViews(principal.accountId(), principal.id());
    sql.addViews(
        principal.accountId(),
        principal.id(),
        views.stream().map(SavedView::orgId).toList(),
        views.stream().map(SavedView::name).toList(),
        views.stream().map(SavedView::query).toList());
  }

  private static RuntimeException removed() {
    return Problem.unauthorized("credentials_revoked", "The key was revoked", "Use another key")
        .exception();
  }

  /** Of people and service users who are removed. */
  public static void forget(Tx tx, AccountId account, List<String> principals) {
    tx.on(PreferenceSql.class).forget(account, principals);
  }

  Belongings.Left erase(Tx tx, OrgId org) {
    return Belongings.Left.after(tx.on(PreferenceSql.class).erase(org, Belongings.MOST));
  }
}
