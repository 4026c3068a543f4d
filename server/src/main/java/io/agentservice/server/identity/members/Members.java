package io.agentservice.server.identity.members;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.NamePlace;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.RoleId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.identity.keys.ApiKeys;
import io.agentservice.server.identity.preferences.OwnPreferences;
import io.agentservice.server.identity.roles.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

public final class Members {
  private static final String ADMIN = BuiltinRole.ACCOUNT_ADMIN.roleId();

  private final Database database;
  private final Roles roles;
  private final ApiKeys keys;

  Members(Database database, Roles roles, ApiKeys keys) {
    this.database = database;
    this.roles = roles;
    this.keys = keys;
  }

  /** Those of the scope, newest first. */
  public Listing<Member> list(Scope scope, MemberKind kind, MemberFilter filter) {
    return new Listing<>(
        window ->
            database.with(
                MemberSql.class,
                sql -> {
                  var rows = sql.page(scope, kind.noun(), filter, window);
                  return Rows.of(withRoles(sql, scope, rows), window.size());
                }),
        most -> database.with(MemberSql.class, sql -> sql.count(scope, kind.noun(), filter, most)),
        member -> new Place(member.row().createdAt(), member.id()));
  }

  /** Groups by name: all registered, or those with a role in the organization. */
  public Listing.Keyed<Member> groups(Scope scope) {
    String kind = MemberKind.IDP_GROUP.noun();
    var all = new MemberFilter(null, false, MemberFilter.Holding.DIRECT);
    return new Listing.Keyed<>(
        (key, size) ->
            database.with(
                MemberSql.class,
                sql -> {
                  var place = key == null ? null : NamePlace.parse(key);
                  String id = place == null ? null : place.id();
                  String name = place == null ? null : place.name();
                  var rows = sql.groups(scope, kind, all, id, name, size + 1);
                  return Rows.of(withRoles(sql, scope, rows), size);
                }),
        most -> database.with(MemberSql.class, sql -> sql.count(scope, kind, all, most)),
        group -> NamePlace.of(group.id(), group.shownName()).key());
  }

  /** The account roles of those of these humans who have one, by their ids. */
  public Map<String, RoleId> accountRoles(AccountId account, List<String> ids) {
    return database.with(MemberSql.class, sql -> sql.accountRoles(account, ids)).stream()
        .collect(toMap(MemberSql.AssignmentRow::principalId, MemberSql.AssignmentRow::roleId));
  }

  /** A living human of the account. */
  public Optional<Member.Row> human(AccountId account, String id) {
    return database.with(
        MemberSql.class, sql -> sql.find(new Scope(account, null), MemberKind.USER.noun(), id));
  }

  /** A living member of the account; 404 when there is none of that id. */
  void check(Scope scope, MemberKind kind, String id) {
    database.with(MemberSql.class, sql -> find(sql, scope, kind, id));
  }

  private static Member.Row find(MemberSql sql, Scope scope, MemberKind kind, String id) {
    return sql.find(scope, kind.noun(), id).orElseThrow(kind::unknown);
  }

  /** A living member who holds a role in the organization, or in the account itself; else 404. */
  void checkRole(Scope scope, MemberKind kind, String id) {
    database.with(
        MemberSql.class,
        sql -> {
          var row = find(sql, scope, kind, id);
          return sql.roleOf(row.memberId(), scope.orgId()).orElseThrow(kind::unknown);
        });
  }

  /** One with his roles in the scope; of an organization he must have one there, else 404. */
  public Member get(Scope scope, MemberKind kind, String id) {
    return database.with(
        MemberSql.class,
        sql -> {
          var member = shown(sql, scope, find(sql, scope, kind, id));
          if (scope.orgId() != null
              && member.assignments().isEmpty()
              && member.byGroups().isEmpty()) {
            throw kind.unknown();
          }
          return member;
        });
  }

  /** Invites humans by address, in order; members stay as they are. */
  List<Member> invite(Scope scope, List<String> emails, String roleId, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      sql.lockAll(scope.accountId());
      var role = roles.toGive(tx, scope, roleId, caller, "enterprise_role_id").roleId();
      var ids = new ArrayList<String>();
      for (String email : emails) {
        ids.add(
            sql.userOf(scope.accountId(), email)
                .orElseGet(() -> invite(tx, scope, email, role, caller)));
      }
      return ids.stream()
          .map(id -> sql.find(scope, MemberKind.USER.noun(), id).orElseThrow())
          .map(row -> shown(sql, scope, row))
          .toList();
    });
  }

  private static String invite(Tx tx, Scope scope, String email, RoleId role, Caller caller) {
    var sql = tx.on(MemberSql.class);
    String id = Id.create(UserId.class).value();
    sql.insertUser(id, scope.accountId(), email);
    sql.assign(id, null, role);
    var member = shown(sql, scope, sql.find(scope, MemberKind.USER.noun(), id).orElseThrow());
    MemberAudit.of(tx, caller, scope).joined(member, role);
    return id;
  }

  /**
   * Gives a first role in the scope; 409 {@code already_member}, {@code idp_group_without_role},
   * and as {@link Roles#toGive}.
   */
  Member assign(Scope scope, MemberKind kind, String id, String roleId, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      var row = lock(sql, scope, kind, id);
      return assign(tx, scope, kind, row, roleId, caller);
    });
  }

  /** As {@link #assign}, a human by his address; 422 when the account has nobody of that one. */
  Member add(Scope scope, String email, String roleId, Caller caller) {
    var kind = MemberKind.USER;
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      sql.lockAll(scope.accountId());
      var row =
          sql.userOf(scope.accountId(), email)
              .map(id -> find(sql, scope, kind, id))
              .orElseThrow(Members::nobody);
      return assign(tx, scope, kind, row, roleId, caller);
    });
  }

  private static RuntimeException nobody() {
    String msg =
        "Nobody in the account has this address: an administrator of the account can invite it";
    return Problem.invalid(new Failure(List.of("body", "email"), msg, "unknown_reference"))
        .exception();
  }

  private Member assign(
      Tx tx, Scope scope, MemberKind kind, Member.Row row, String roleId, Caller caller) {
    var role = roles.toGive(tx, scope, roleId, caller, "role_id").roleId();
    checkWithinHere(tx, scope, row, caller);
    return assign(tx, scope, kind, row, role, caller);
  }

  private static Member assign(
      Tx tx, Scope scope, MemberKind kind, Member.Row row, RoleId role, Caller caller) {
    var sql = tx.on(MemberSql.class);
    if (sql.roleOf(row.memberId(), scope.orgId()).isPresent()) {
      throw Problem.conflict("already_member", "There is a role already", "Change it with PATCH")
          .exception();
    }
    if (kind == MemberKind.IDP_GROUP
        && scope.orgId() != null
        && sql.roleOf(row.memberId(), null).isEmpty()) {
      throw Problem.conflict(
              "idp_group_without_role",
              "The group has no role in the account",
              "Give it one there first")
          .exception();
    }
    sql.assign(row.memberId(), scope.orgId(), role);
    var member = shown(sql, scope, row);
    MemberAudit.of(tx, caller, scope).assigned(kind, member, role);
    return member;
  }

  /** All or none; 422 on {@code user_ids}, 409, and as {@link Roles#toGive}. */
  public List<Member> assignAll(Scope scope, List<String> ids, String roleId, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      sql.lockAll(scope.accountId());
      var role = roles.toGive(tx, scope, roleId, caller, "org_role").roleId();
      var members = new ArrayList<Member>();
      for (int i = 0; i < ids.size(); i++) {
        var row = sql.find(scope, MemberKind.USER.noun(), ids.get(i)).orElse(null);
        if (row == null) {
          var loc = List.<Object>of("body", "user_ids", i);
          throw Problem.invalid(new Failure(loc, "No such user", "unknown_reference")).exception();
        }
        members.add(assign(tx, scope, MemberKind.USER, row, role, caller));
      }
      return members;
    });
  }

  /** 404, 403 {@code role_exceeds_caller}, 409 {@code last_admin}, as {@link Roles#toGive}. */
  Member change(Scope scope, MemberKind kind, String id, String roleId, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      var row = lock(sql, scope, kind, id);
      var before = sql.roleOf(row.memberId(), scope.orgId()).orElseThrow(kind::unknown);
      roles.checkHeld(tx, scope, before, caller);
      checkWithinHere(tx, scope, row, caller);
      var role = roles.toGive(tx, scope, roleId, caller, "role_id").roleId();
      if (scope.orgId() == null && !role.value().equals(ADMIN)) {
        checkAdmins(sql, scope, kind, row, before);
      }
      sql.reassign(row.memberId(), scope.orgId(), role);
      var member = shown(sql, scope, row);
      MemberAudit.of(tx, caller, scope).changed(kind, member, role, before);
      return member;
    });
  }

  /**
   * Takes a role in an organization away, or ends a member of the account: keys are revoked, a
   * group stays registered. Answers him as he is, or was. 404; 403 {@code role_exceeds_caller}; 409
   * {@code last_admin}.
   */
  public Member remove(Scope scope, MemberKind kind, String id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      var row = lock(sql, scope, kind, id);
      var org = scope.orgId();
      var before = sql.roleOf(row.memberId(), org).orElse(null);
      if (org == null && (before != null || kind != MemberKind.IDP_GROUP)) {
        return end(tx, scope, kind, row, caller);
      }
      if (org == null || before == null) {
        throw kind.unknown();
      }
      roles.checkHeld(tx, scope, before, caller);
      checkWithinHere(tx, scope, row, caller);
      sql.unassign(row.memberId(), org);
      var member = shown(sql, scope, row);
      MemberAudit.of(tx, caller, scope).left(kind, member, before);
      return member;
    });
  }

  /** A member of the account is none any more; the scope's organization gets the record. */
  Member end(Tx tx, Scope scope, MemberKind kind, Member.Row row, Caller caller) {
    var sql = tx.on(MemberSql.class);
    checkWithin(tx, roles, row, caller);
    checkAdmins(sql, scope, kind, row, sql.roleOf(row.memberId(), null).orElse(null));
    var before = sql.roleOf(row.memberId(), scope.orgId()).orElse(null);
    var held = shown(sql, scope, row);
    end(tx, scope, kind, row.memberId());
    var member = held.with(sql.evenDeleted(scope, kind.noun(), row.memberId()));
    MemberAudit.of(tx, caller, scope).ended(kind, member, before);
    return member;
  }

  private void end(Tx tx, Scope scope, MemberKind kind, String id) {
    var sql = tx.on(MemberSql.class);
    switch (kind) {
      case USER -> sql.deleteUser(scope.accountId(), id);
      case SERVICE_USER -> sql.deleteServiceUser(scope.accountId(), id);
      case IDP_GROUP -> sql.unassignAll(scope.accountId(), id);
    }
    keys.revokeAll(tx, new ApiKeys.Holder(scope.accountId(), id));
    OwnPreferences.forget(tx, scope.accountId(), List.of(id));
  }

  /**
   * 403 {@code role_exceeds_caller} for who may do more than the caller, anywhere and by any group.
   */
  static void checkWithin(Tx tx, Roles roles, Member.Row row, Caller caller) {
    checkWithin(tx, roles, row, caller, _ -> true);
  }

  /**
   * As {@link #checkWithin}, by what counts in the organization: roles there and in the account. A
   * caller who manages the account's members is held to the role that he gives or takes alone.
   */
  private void checkWithinHere(Tx tx, Scope scope, Member.Row row, Caller caller) {
    if (!caller.principal().holds(Permission.MANAGE_ACCOUNT_MEMBERSHIP)) {
      checkWithin(tx, roles, row, caller, org -> org == null || org.equals(scope.orgId()));
    }
  }

  private static void checkWithin(
      Tx tx, Roles roles, Member.Row row, Caller caller, Predicate<@Nullable OrgId> counts) {
    var account = caller.principal().accountId();
    tx.on(MemberSql.class).assignments(new Scope(account, null), List.of(row.memberId())).stream()
        .filter(held -> counts.test(held.orgId()))
        .forEach(
            held -> roles.checkHeld(tx, new Scope(account, held.orgId()), held.roleId(), caller));
  }

  private static Member.Row lock(MemberSql sql, Scope scope, MemberKind kind, String id) {
    sql.lockAll(scope.accountId());
    return find(sql, scope, kind, id);
  }

  /** Ignores groups: their members show only at sign-ins. */
  private static void checkAdmins(
      MemberSql sql, Scope scope, MemberKind kind, Member.Row row, @Nullable RoleId before) {
    boolean admin = before != null && before.value().equals(ADMIN) && kind != MemberKind.IDP_GROUP;
    if (admin && !sql.anotherHas(scope.accountId(), ADMIN, row.memberId())) {
      throw Problem.conflict(
              "last_admin", "It is the account's last administrator", "Make another one first")
          .exception();
    }
  }

  static Member shown(MemberSql sql, Scope scope, Member.Row row) {
    return withRoles(sql, scope, List.of(row)).getFirst();
  }

  private static List<Member> withRoles(MemberSql sql, Scope scope, List<Member.Row> rows) {
    var ids = rows.stream().map(Member.Row::memberId).toList();
    var held =
        sql.assignments(scope, ids).stream()
            .collect(groupingBy(MemberSql.AssignmentRow::principalId));
    return rows.stream().map(row -> of(row, held.getOrDefault(row.memberId(), List.of()))).toList();
  }

  private static Member of(Member.Row row, List<MemberSql.AssignmentRow> held) {
    var own = new ArrayList<Member.Assignment>();
    var byGroups = new ArrayList<Member.GroupRole>();
    for (var found : held) {
      var role = Roles.shown(found.roleId(), found.roleName(), found.roleType());
      String group = found.groupName();
      if (group == null) {
        own.add(new Member.Assignment(role, found.orgId()));
      } else {
        byGroups.add(new Member.GroupRole(group, found.orgId(), role));
      }
    }
    return new Member(row, own, byGroups);
  }

  /** The human administers the organization, which is new. */
  public static void administers(Tx tx, String user, OrgId org) {
    tx.on(MemberSql.class).assign(user, org, new RoleId(BuiltinRole.ORG_ADMIN.roleId()));
  }

  /** Nobody holds a role in an organization that is gone; its service users go with their keys. */
  public static void forget(Tx tx, AccountId account, OrgId org) {
    var sql = tx.on(MemberSql.class);
    var robots = sql.deleteServiceUsersOf(org);
    ApiKeys.revokeIn(tx, org, robots);
    OwnPreferences.forget(tx, account, robots);
    sql.unassignIn(org);
  }
}
