package io.agentservice.server.enterprise.limits;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.settings.CycleAcus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

public final class Limits {
  private final Database database;
  private final Supplier<CycleAcus> settings;

  Limits(Database database, Supplier<CycleAcus> settings) {
    this.database = database;
    this.settings = settings;
  }

  /** Organizations, in the order given, that share a limit; null: none. */
  public record Group(List<String> orgIds, @Nullable Integer maxCycleAcus) {}

  /** Those of settings, then those of organizations, newest first. */
  Listing<AcuLimit> list(AccountId account) {
    int ofAccount = settings.get().ofAccount();
    int ofOwner = settings.get().ofOwner();
    return new Listing<>(
        window ->
            database.with(
                LimitSql.class,
                sql -> Rows.of(sql.page(account, ofAccount, ofOwner, window), window.size())),
        _ -> database.with(LimitSql.class, sql -> sql.count(account, ofAccount, ofOwner)),
        limit -> new Place(limit.createdAt(), limit.id()));
  }

  /** Replaces an organization's limit; 404. */
  public void set(OrgId org, int acus, Caller caller) {
    change(org, acus, caller);
  }

  /** Removes the limit of an organization; 404 {@code acu_limit_not_found} without one. */
  public void remove(OrgId org, Caller caller) {
    change(org, null, caller);
  }

  private void change(OrgId org, @Nullable Integer acus, Caller caller) {
    var account = caller.principal().accountId();
    database.useTransaction(tx -> {
      var sql = tx.on(LimitSql.class);
      if (sql.lock(account, org).isEmpty()) {
        throw Gate.noOrganization();
      }
      Integer before = sql.limit(org).orElse(null);
      if (acus != null) {
        sql.set(account, org, acus);
      } else if (sql.remove(org) == 0) {
        throw Problem.notFound("acu_limit").exception();
      }
      var change = new HashMap<String, @Nullable Object>();
      change.put("old", before);
      change.put("new", acus);
      var data = Map.of("setting", "acu_limit", "changes", Map.of("cycle_acu_limit", change));
      Audit.record(tx, caller, "update_org_settings", org, data);
    });
  }

  public Map<String, Group> groups(AccountId account) {
    return database.with(LimitSql.class, sql -> groups(sql, account));
  }

  private static Map<String, Group> groups(LimitSql sql, AccountId account) {
    var groups = new LinkedHashMap<String, Group>();
    for (var row : sql.groups(account)) {
      groups.put(row.name(), new Group(row.orgIds(), row.maxCycleAcus()));
    }
    return groups;
  }

  /** Puts these groups in the place of all; 422 for an organization that is unknown, or in two. */
  public Map<String, Group> replaceGroups(Map<String, Group> groups, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(LimitSql.class);
      sql.lockAll(account);
      check(sql, account, groups);
      sql.removeGroups(account);
      groups.forEach((name, group) -> {
        sql.insertGroup(account, name, group.maxCycleAcus());
        sql.insertMembers(account, name, group.orgIds());
      });
      var after = groups(sql, account);
      Audit.record(tx, caller, "set_org_group_limits", null, Map.of("groups", after));
      return after;
    });
  }

  private static void check(LimitSql sql, AccountId account, Map<String, Group> groups) {
    var named = groups.values().stream().flatMap(group -> group.orgIds().stream()).toList();
    var known = sql.known(account, named);
    var seen = new HashSet<String>();
    var failures = new ArrayList<Failure>();
    groups.forEach((name, group) -> {
      for (int i = 0; i < group.orgIds().size(); i++) {
        String org = group.orgIds().get(i);
        List<Object> loc = List.of("body", "groups", name, "org_ids", i);
        if (!known.contains(org)) {
          failures.add(new Failure(loc, "No such organization", "unknown_reference"));
        } else if (!seen.add(org)) {
          failures.add(new Failure(loc, "The organization is in another group too", "duplicate"));
        }
      }
    });
    if (!failures.isEmpty()) {
      throw Problem.invalid(failures.stream().limit(50).toList()).exception();
    }
  }

  /** What an organization that is being deleted leaves. */
  public void forget(Tx tx, OrgId org) {
    var sql = tx.on(LimitSql.class);
    sql.remove(org);
    sql.leaveGroup(org);
  }
}
