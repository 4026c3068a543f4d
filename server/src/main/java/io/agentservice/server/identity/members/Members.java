package io.agentservice.server.identity.members;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.Listing;
import io.agentservice.server.base.http.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.RoleId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.identity.keys.ApiKeys;
import io.agentservice.server.identity.roles.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of an account or of one of its organizations, and their roles there. */
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
        member -> new Listing.Place(member.row().createdAt(), member.id()));
  }

  /** The account roles of those of these humans who have one, by their ids. */
  public Map<String, RoleId> accountRoles(AccountId account, List<String> ids) {
    return database.with(MemberSql.class, sql -> sql.accountRoles(account, ids)).stream()
        .collect(toMap(MemberSql.AssignmentRow::principalId, MemberSql.AssignmentRow::roleId));
  }

  /** A living member of the account; 404 when there is none of that id. */
  void check(Scope scope, MemberKind kind, String id) {
    if (database.with(MemberSql.class, sql -> sql.find(scope, kind.noun(), id)).isEmpty()) {
      throw kind.unknown();
    }
  }

  /** A living member who holds a role in the organization, or in the account itself; else 404. */
  void checkRole(Scope scope, MemberKind kind, String id) {
    check(scope, kind, id);
    if (database.with(MemberSql.class, sql -> sql.roleOf(id, scope.orgId())).isEmpty()) {
      throw kind.unknown();
    }
  }

  /** One with his roles in the scope; of an organization he must have one there, else 404. */
  public Member get(Scope scope, MemberKind kind, String id) {
    if (scope.orgId() != null) {
      checkRole(scope, kind, id);
    }
    return database.with(
        MemberSql.class,
        sql -> shown(sql, scope, sql.find(scope, kind.noun(), id).orElseThrow(kind::unknown)));
  }

  /**
   * Lets humans into the account, by address; those who are members already stay as they are.
   *
   * @return one for each address, in order
   */
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
   * Gives a member a first role in the scope; 409 {@code already_member} when he has one there, and
   * what {@link Roles#toGive} says.
   */
  Member assign(Scope scope, MemberKind kind, String id, String roleId, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      var row = lock(sql, scope, kind, id);
      var role = roles.toGive(tx, scope, roleId, caller, "role_id").roleId();
      return assign(tx, scope, kind, row, role, caller);
    });
  }

  private static Member assign(
      Tx tx, Scope scope, MemberKind kind, Member.Row row, RoleId role, Caller caller) {
    var sql = tx.on(MemberSql.class);
    if (sql.roleOf(row.memberId(), scope.orgId()).isPresent()) {
      throw Problem.conflict("already_member", "There is a role already", "Change it with PATCH")
          .exception();
    }
    sql.assign(row.memberId(), scope.orgId(), role);
    var member = shown(sql, scope, row);
    MemberAudit.of(tx, caller, scope).assigned(kind, member, role);
    return member;
  }

  /**
   * Gives humans a first role in the organization, all or none of them; 422 on {@code user_ids} for
   * one who is no member of the account, on {@code org_role} as {@link Roles#toGive} says; 409.
   */
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

  /**
   * Changes a member's role in the scope; 404 when he has none there, 409 {@code last_admin}, and
   * what {@link Roles#toGive} says.
   */
  Member change(Scope scope, MemberKind kind, String id, String roleId, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      var row = lock(sql, scope, kind, id);
      var before = sql.roleOf(id, scope.orgId()).orElseThrow(kind::unknown);
      var role = roles.toGive(tx, scope, roleId, caller, "role_id").roleId();
      if (scope.orgId() == null && !role.value().equals(ADMIN)) {
        checkAdmins(sql, scope, id, before);
      }
      sql.reassign(id, scope.orgId(), role);
      var member = shown(sql, scope, row);
      MemberAudit.of(tx, caller, scope).changed(kind, member, role, before);
      return member;
    });
  }

  /**
   * Takes a member's role in an organization away, or ends him: his keys are revoked, what he made
   * stays. 404; 409 {@code last_admin}.
   *
   * @return him as he is in the organization afterwards, or as he was in the account
   */
  public Member remove(Scope scope, MemberKind kind, String id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      var row = lock(sql, scope, kind, id);
      var before = sql.roleOf(id, scope.orgId()).orElse(null);
      var audit = MemberAudit.of(tx, caller, scope);
      if (scope.orgId() != null) {
        if (before == null) {
          throw kind.unknown();
        }
        sql.unassign(id, scope.orgId());
        var member = shown(sql, scope, row);
        audit.left(kind, member, before);
        return member;
      }
      checkAdmins(sql, scope, id, before);
      end(tx, scope, kind, id);
      var member = shown(sql, scope, sql.evenDeleted(scope, kind.noun(), id));
      audit.ended(kind, member, before);
      return member;
    });
  }

  private void end(Tx tx, Scope scope, MemberKind kind, String id) {
    var sql = tx.on(MemberSql.class);
    switch (kind) {
      case USER -> sql.deleteUser(scope.accountId(), id);
      case SERVICE_USER -> sql.deleteServiceUser(scope.accountId(), id);
    }
    keys.revokeAll(tx, new ApiKeys.Holder(scope.accountId(), id));
  }

  private static Member.Row lock(MemberSql sql, Scope scope, MemberKind kind, String id) {
    sql.lockAll(scope.accountId());
    return sql.find(scope, kind.noun(), id).orElseThrow(kind::unknown);
  }

  private static void checkAdmins(MemberSql sql, Scope scope, String id, @Nullable RoleId before) {
    boolean admin = before != null && before.value().equals(ADMIN);
    if (admin && !sql.anotherHas(scope.accountId(), ADMIN, id)) {
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
    var assignments =
        sql.assignments(scope, ids).stream()
            .collect(
                groupingBy(
                    MemberSql.AssignmentRow::principalId,
                    mapping(
                        row ->
                            new Member.Assignment(
                                Roles.shown(row.roleId(), row.roleName(), row.roleType()),
                                row.orgId()),
                        toList())));
    return rows.stream()
        .map(row -> new Member(row, assignments.getOrDefault(row.memberId(), List.of())))
        .toList();
  }
}
