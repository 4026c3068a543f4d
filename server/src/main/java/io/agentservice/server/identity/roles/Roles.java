package io.agentservice.server.identity.roles;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.RoleType;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.NamePlace;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.RoleId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The roles of an account: built-in and custom ones. */
public final class Roles {
  private static final AuditTrail<Role> AUDIT =
      AuditTrail.<Role>of("role", "update", _ -> null)
          .naming("role_id", Role::roleId)
          .naming("role_name", Role::name)
          .naming("permissions", Role::permissions)
          .changing("role_name", Role::name)
          .changing("permissions", Role::permissions);

  private static final List<Role> BUILTIN =
      Arrays.stream(BuiltinRole.values()).filter(BuiltinRole::isPublic).map(Role::of).toList();

  /** By name, code point by code point as the database does, then by id. */
  private static final Comparator<Role> ORDER =
      Comparator.<Role, byte[]>comparing(
              role -> role.name().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned)
          .thenComparing(role -> role.roleId().value());

  private final Database database;

  Roles(Database database) {
    this.database = database;
  }

  /** By name; {@code type}: of these alone, null for all. */
  public Listing.Keyed<Role> list(AccountId account, @Nullable RoleType type) {
    var builtin = BUILTIN.stream().filter(role -> type == null || role.roleType() == type).toList();
    return new Listing.Keyed<>(
        (key, size) ->
            database.with(
                RoleSql.class,
                sql -> {
                  var place = key == null ? null : place(sql, account, key);
                  var custom =
                      place == null
                          ? sql.page(account, type, null, null, size + 1)
                          : sql.page(account, type, place.name(), place.roleId().value(), size + 1);
                  return Rows.of(
                      Stream.concat(
                              builtin.stream()
                                  .filter(r -> place == null || ORDER.compare(r, place) > 0),
                              custom.stream())
                          .sorted(ORDER)
                          .toList(),
                      size);
                }),
        _ -> builtin.size() + database.with(RoleSql.class, sql -> sql.count(account, type)),
        role -> NamePlace.of(role.roleId().value(), role.name()).key());
  }

  /** A cursor's role, or its id and name's beginning when it is gone. */
  private static Role place(RoleSql sql, AccountId account, String key) {
    var place = NamePlace.parse(key);
    var id = new RoleId(place.id());
    return find(sql, account, id)
        .filter(role -> NamePlace.of(place.id(), role.name()).equals(place))
        .orElseGet(() -> new Role(id, place.name(), RoleType.ENTERPRISE, List.of(), null));
  }

  /** The role; 404 when the account has none of that id. */
  Role get(AccountId account, RoleId id) {
    return database
        .with(RoleSql.class, sql -> find(sql, account, id))
        .orElseThrow(Roles::noSuchRole);
  }

  private static Optional<Role> find(RoleSql sql, AccountId account, RoleId id) {
    return builtin(id).or(() -> sql.find(account, id));
  }

  private static Optional<Role> builtin(RoleId id) {
    return BUILTIN.stream().filter(role -> role.roleId().equals(id)).findFirst();
  }

  /** Creates one; 403 {@code role_exceeds_caller}, 409 {@code name_taken}. */
  Role create(Role draft, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(RoleSql.class);
      sql.lockAll(account);
      checkGrant(draft, caller, new Scope(account, null));
      checkName(sql, account, draft);
      sql.insert(draft.roleId(), account, draft.name(), draft.roleType(), draft.permissions());
      var role = sql.find(account, draft.roleId()).orElseThrow();
      AUDIT.created(tx, caller, role);
      return role;
    });
  }

  /**
   * 404; 403 {@code role_exceeds_caller} by what it was or would be; 409 {@code name_taken}; 422
   * for a built-in one or a permission of another type.
   */
  Role change(RoleId id, Patch<String> name, Patch<List<String>> permissions, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(RoleSql.class);
      sql.lockAll(account);
      var before = lock(sql, account, id);
      var draft =
          new Role(
              id,
              name.over(before.name(), before.name()),
              before.roleType(),
              permissions.over(before.permissions(), before.permissions()),
              before.createdAt());
      checkGrant(before, caller, new Scope(account, null));
      checkGrant(draft, caller, new Scope(account, null));
      checkName(sql, account, draft);
      sql.update(account, id, draft.name(), draft.permissions());
      AUDIT.updated(tx, caller, before, draft);
      return draft;
    });
  }

  /** Answers what it was; 404, 403 {@code role_exceeds_caller}, 409 {@code role_in_use}, 422. */
  Role delete(RoleId id, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(RoleSql.class);
      sql.lockAll(account);
      var role = lock(sql, account, id);
      checkGrant(role, caller, new Scope(account, null));
      if (sql.inUse(account, id)) {
        throw Problem.conflict(
                "role_in_use", "The role is assigned", "Give its holders another role first")
            .exception();
      }
      sql.delete(account, id);
      AUDIT.deleted(tx, caller, role);
      return role;
    });
  }

  private static Role lock(RoleSql sql, AccountId account, RoleId id) {
    if (builtin(id).isPresent()) {
      throw invalid(List.of("path", "role_id"), "not_allowed", "A built-in role can't be changed");
    }
    return sql.lock(account, id).orElseThrow(Roles::noSuchRole);
  }

  private static void checkName(RoleSql sql, AccountId account, Role draft) {
    boolean builtin = BUILTIN.stream().anyMatch(role -> role.name().equals(draft.name()));
    var other = sql.named(account, draft.name());
    if (builtin || (other.isPresent() && !other.get().equals(draft.roleId().value()))) {
      throw Problem.conflict(
              "name_taken", "A role of this name is there already", "Choose another name")
          .exception();
    }
  }

  /**
   * A role to be given, locked. 422 on {@code field} when it is unknown or of another type; 403
   * {@code role_exceeds_caller}.
   */
  public Role toGive(Tx tx, Scope scope, String id, Caller caller, String field) {
    var loc = List.<Object>of("body", field);
    var role =
        builtin(new RoleId(id))
            .or(() -> tx.on(RoleSql.class).hold(scope.accountId(), id))
            .orElseThrow(() -> invalid(loc, "unknown_reference", "No such role"));
    var type = RoleType.in(scope);
    if (role.roleType() != type) {
      throw invalid(loc, "not_allowed", "Input should be a role of type " + type.word());
    }
    checkGrant(role, caller, scope);
    return role;
  }

  /** 403 {@code role_exceeds_caller} for more than the caller holds there (auth.md 4). */
  public void checkHeld(Tx tx, Scope scope, RoleId id, Caller caller) {
    var held =
        BuiltinRole.of(id.value())
            .map(Role::of)
            .or(() -> tx.on(RoleSql.class).hold(scope.accountId(), id.value()));
    if (held.isPresent() && !held.get().isWithin(caller.principal(), scope)) {
      throw exceeds("He holds permissions that you do not hold yourself");
    }
  }

  private static void checkGrant(Role role, Caller caller, Scope scope) {
    if (!role.isWithin(caller.principal(), scope)) {
      throw exceeds("The role holds permissions that you do not hold yourself");
    }
  }

  private static RuntimeException exceeds(String detail) {
    return Problem.forbidden("role_exceeds_caller", detail).exception();
  }

  /** What an assignment shows; of a custom role by the name and type that its row has. */
  public static Role.Summary shown(RoleId id, @Nullable String name, @Nullable RoleType type) {
    return BuiltinRole.of(id.value())
        .map(role -> new Role.Summary(id, role.title(), role.type().word()))
        .orElseGet(() ->
            new Role.Summary(
                id, name == null ? id.value() : name, (type == null ? RoleType.ORG : type).word()));
  }

  private static RuntimeException noSuchRole() {
    return Problem.notFound(Id.noun(RoleId.class)).exception();
  }

  private static RuntimeException invalid(List<Object> loc, String type, String msg) {
    return Problem.invalid(new Failure(loc, msg, type)).exception();
  }
}
