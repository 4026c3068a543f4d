package io.agentservice.server.identity.self;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.identity.keys.ApiKey;
import io.agentservice.server.identity.keys.ApiKeys;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The personal tokens and legacy keys of the human who asks (auth.md 8). */
final class OwnKeys {
  private static final String EXPIRES_AT = "expires_at";

  private final Database database;
  private final ApiKeys keys;

  OwnKeys(Database database, ApiKeys keys) {
    this.database = database;
    this.keys = keys;
  }

  Listing<ApiKey> list(Caller caller) {
    return keys.list(holder(caller), ApiKeys.ANY);
  }

  /** 422 when it is over at once, outlives its maker, is foreign, or there are 50. */
  ApiKey.Fresh create(ApiKeys.Draft draft, Caller caller) {
    return database.inTransaction(tx -> {
      ApiKeys.checkExpiry(tx, draft.expiresAt(), EXPIRES_AT);
      checkLife(draft.expiresAt(), caller);
      var org = draft.org();
      if (org != null && !caller.principal().orgRoles().containsKey(org)) {
        throw invalid("org_id", "unknown_reference", "No organization in which you hold a role");
      }
      var made = keys.create(tx, holder(caller), draft);
      record(
          tx, caller, draft.kind().isLegacy() ? "create_user_api_key" : "create_pat", made.key());
      return made;
    });
  }

  /** A token makes none that lives longer than itself. */
  private void checkLife(@Nullable Instant expiresAt, Caller caller) {
    var principal = caller.principal();
    if (principal.kind() != Principal.Kind.PAT_USER) {
      return;
    }
    var end = keys.get(holder(caller), principal.keyId()).expiresAt();
    if (end != null && (expiresAt == null || expiresAt.isAfter(end))) {
      throw invalid(EXPIRES_AT, "too_large", "Input should not be after the token's own end");
    }
  }

  /** Ends one; 404, 409 {@code api_key_revoked}. */
  ApiKey revoke(KeyId id, Caller caller) {
    return database.inTransaction(tx -> {
      var key = keys.revoke(tx, holder(caller), id);
      String action = key.kind().isLegacy() ? "revoke_enterprise_api_key" : "revoke_pat";
      record(tx, caller, action, key);
      return key;
    });
  }

  private static ApiKeys.Holder holder(Caller caller) {
    var principal = caller.principal();
    if (!principal.kind().isHuman()) {
      throw Problem.forbidden(
              "permission_denied", "Only a human has keys of his own: needs a personal token")
          .exception();
    }
    return new ApiKeys.Holder(principal.accountId(), principal.id());
  }

  private static void record(Tx tx, Caller caller, String action, ApiKey key) {
    var data = new LinkedHashMap<String, @Nullable Object>();
    data.put("user_id", caller.principal().id());
    data.put("api_key_id", key.keyId());
    data.put("api_key_name", key.name());
    data.put(EXPIRES_AT, key.expiresAt() == null ? null : key.expiresAt().getEpochSecond());
    if (key.orgId() != null) {
      data.put("org_id", key.orgId());
    }
    Audit.record(tx, caller, action, key.orgId(), data);
  }

  private static RuntimeException invalid(String field, String type, String msg) {
    return Problem.invalid(new Failure(List.of("body", field), msg, type)).exception();
  }
}
