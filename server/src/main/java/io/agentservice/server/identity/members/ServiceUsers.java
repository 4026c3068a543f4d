package io.agentservice.server.identity.members;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.ServiceUserId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.identity.keys.ApiKey;
import io.agentservice.server.identity.keys.ApiKeys;
import io.agentservice.server.identity.roles.Role;
import io.agentservice.server.identity.roles.Roles;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Provisioning of service users, and their keys (api-enterprise.md 4, api-org.md 10). */
final class ServiceUsers {
  private static final MemberKind KIND = MemberKind.SERVICE_USER;
  private static final String FIRST_KEY = "default";

  /** Whoever could hand these on could make callers that outlive him. */
  private static final List<Permission> NEVER_GIVEN =
      List.of(Permission.MANAGE_ACCOUNT_SERVICE_USERS, Permission.MANAGE_ORG_SERVICE_USERS);

  private final Database database;
  private final Members members;
  private final Roles roles;
  private final ApiKeys keys;

  ServiceUsers(Database database, Members members, Roles roles, ApiKeys keys) {
    this.database = database;
    this.members = members;
    this.roles = roles;
    this.keys = keys;
  }

  /** A new service user, and the token of its first key: a secret. */
  record Provisioned(Member member, String token) {
    @Override
    public String toString() {
      return "Provisioned[" + member.id() + "]";
    }
  }

  /**
   * Makes a service user of the scope with a role and a key of {@code seconds}. 403 {@code
   * permission_not_grantable}; 409 {@code name_taken}; as {@link Roles#toGive}.
   */
  Provisioned provision(Scope scope, String name, String roleId, int seconds, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      sql.lockAll(scope.accountId());
      var role = roles.toGive(tx, scope, roleId, caller, "role_id");
      checkGrantable(role);
      if (sql.serviceUserNamed(scope, name)) {
        throw Problem.conflict(
                "name_taken", "A service user of this name is there already", "Choose another name")
            .exception();
      }
      String id = Id.create(ServiceUserId.class).value();
      sql.insertServiceUser(id, scope, name);
      sql.assign(id, scope.orgId(), role.roleId());
      var key = keys.create(tx, holder(scope, id), draft(FIRST_KEY, ApiKeys.after(tx, seconds)));
      var row = sql.find(scope, KIND.noun(), id).orElseThrow();
      record(
          tx, caller, row, "create_service_user", Map.of("name", name, "role_id", role.roleId()));
      return new Provisioned(Members.shown(sql, scope, row), key.token());
    });
  }

  private static void checkGrantable(Role role) {
    if (NEVER_GIVEN.stream().anyMatch(role.granted()::contains)) {
      throw Problem.forbidden(
              "permission_not_grantable",
              "No service user is made with the permission to make service users")
          .exception();
    }
  }

  /** Those that belong to the organization, newest first. */
  Listing<Member> list(Scope scope, boolean inactive) {
    return members.list(
        scope, KIND, new MemberFilter(null, inactive, MemberFilter.Holding.AT_HOME));
  }

  /** A living one of the scope; else 404. */
  void check(Scope scope, String id) {
    database.with(MemberSql.class, sql -> find(sql, scope, id));
  }

  /** A living one of the scope with its roles there; else 404. */
  Member get(Scope scope, String id) {
    return database.with(MemberSql.class, sql -> Members.shown(sql, scope, find(sql, scope, id)));
  }

  /** One of an organization is one that was made there, wherever it has roles. */
  private static Member.Row find(MemberSql sql, Scope scope, String id) {
    return sql.find(scope, KIND.noun(), id)
        .filter(row -> scope.orgId() == null || scope.orgId().equals(row.homeOrgId()))
        .orElseThrow(KIND::unknown);
  }

  /** Gives it another role in the organization. 404, and as {@link #provision}. */
  Member change(Scope scope, String id, String roleId, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      sql.lockAll(scope.accountId()); // before a role, as everybody does
      find(sql, scope, id);
      checkGrantable(roles.toGive(tx, scope, roleId, caller, "role_id"));
      return members.change(scope, KIND, id, roleId, caller);
    });
  }

  /** Ends one with its keys; answers it as it was. 404, 403 {@code role_exceeds_caller}. */
  Member remove(Scope scope, String id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MemberSql.class);
      sql.lockAll(scope.accountId());
      return members.end(tx, scope, KIND, find(sql, scope, id), caller);
    });
  }

  /** The keys in one of {@link ApiKeys#STATES}, newest first. */
  Listing<ApiKey> keys(Scope scope, String id, String state) {
    return keys.list(holder(scope, id), state);
  }

  /** 404 {@code api_key_not_found} when the service user has no such key. */
  void checkKey(Scope scope, String id, KeyId key) {
    keys.get(holder(scope, id), key);
  }

  /** Makes a further key; 404, 403 {@code role_exceeds_caller}, 422. */
  ApiKey.Fresh createKey(
      Scope scope, String id, String name, @Nullable Instant expiresAt, Caller caller) {
    return database.inTransaction(tx -> {
      ApiKeys.checkExpiry(tx, expiresAt, "expires_at");
      var row = withinCaller(tx, scope, id, caller);
      var made = keys.create(tx, holder(scope, id), draft(name, expiresAt));
      record(tx, caller, row, "create_service_user_api_key", of(made.key()));
      return made;
    });
  }

  /** Ends a key; 404, 403 {@code role_exceeds_caller}, 409 {@code api_key_revoked}. */
  ApiKey revokeKey(Scope scope, String id, KeyId keyId, Caller caller) {
    return database.inTransaction(tx -> {
      var row = withinCaller(tx, scope, id, caller);
      var key = keys.revoke(tx, holder(scope, id), keyId);
      record(tx, caller, row, "revoke_service_user_api_key", of(key));
      return key;
    });
  }

  /** 404, 403 {@code role_exceeds_caller}, 400 {@code api_key_not_active}, 422. */
  ApiKey.Fresh rotateKey(
      Scope scope, String id, KeyId keyId, ApiKeys.Rotation rotation, Caller caller) {
    return database.inTransaction(tx -> {
      ApiKeys.checkExpiry(tx, rotation.expiresAt(), "new_key_expires_at");
      var row = withinCaller(tx, scope, id, caller);
      var made = keys.rotate(tx, holder(scope, id), keyId, rotation);
      var data = of(made.key());
      data.put("api_key_id", keyId);
      data.put("new_api_key_id", made.key().keyId());
      data.put("revoke_current", rotation.revoke());
      data.put("grace_seconds", rotation.graceSeconds());
      record(tx, caller, row, "rotate_service_user_api_key", data);
      return made;
    });
  }

  /** A key is as good as its holder: whoever has to do with one must hold as much. */
  private Member.Row withinCaller(Tx tx, Scope scope, String id, Caller caller) {
    var row = find(tx.on(MemberSql.class), scope, id);
    Members.checkWithin(tx, roles, row, caller);
    return row;
  }

  private static ApiKeys.Holder holder(Scope scope, String id) {
    return new ApiKeys.Holder(scope.accountId(), id);
  }

  private static ApiKeys.Draft draft(String name, @Nullable Instant expiresAt) {
    return new ApiKeys.Draft(Principal.Kind.SERVICE_USER, name, null, expiresAt);
  }

  private static Map<String, @Nullable Object> of(ApiKey key) {
    var data = new LinkedHashMap<String, @Nullable Object>();
    data.put("api_key_id", key.keyId());
    data.put("api_key_name", key.name());
    data.put("expires_at", key.expiresAt() == null ? null : key.expiresAt().getEpochSecond());
    return data;
  }

  /** A record of the organization that the service user belongs to, else of the account. */
  private static void record(
      Tx tx, Caller caller, Member.Row row, String action, Map<String, ?> more) {
    var data = new LinkedHashMap<String, @Nullable Object>();
    data.put("service_user_id", row.memberId());
    data.putAll(more);
    Audit.record(tx, caller, action, row.homeOrgId(), data);
  }
}
