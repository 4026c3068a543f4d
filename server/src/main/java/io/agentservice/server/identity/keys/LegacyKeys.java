package io.agentservice.server.identity.keys;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Keys;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The legacy keys of an account, whoever holds them (api-legacy.md 4). */
public final class LegacyKeys {
  private static final String PREFIX = "apk_";

  private final Database database;
  private final LegacyKeyRule rule;

  public LegacyKeys(Database database, LegacyKeyRule rule) {
    this.database = database;
    this.rule = rule;
  }

  /** Revoked ones too, newest first. {@code org}: only those that are good there; null: all. */
  public Listing<LegacyKey> list(AccountId account, @Nullable String org) {
    return new Listing<>(
        window ->
            database.with(
                LegacyKeySql.class, sql -> Rows.of(sql.page(account, org, window), window.size())),
        most -> database.with(LegacyKeySql.class, sql -> sql.count(account, org, most)),
        key -> new Place(key.createdAt(), key.keyId().value()));
  }

  /** Makes a key of nobody that is good in the organization; 422 when that gets none. */
  public LegacyKey.Fresh create(OrgId org, String name, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      rule.check(tx, account, org);
      var id = Id.create(KeyId.class);
      String token = Tokens.create(PREFIX);
      Keys.store(
          tx,
          new Keys.Stored(id, account, Principal.Kind.LEGACY_SERVICE, id.value(), org, name, null),
          token);
      Audit.record(
          tx, caller, "create_service_api_key", org, Map.of("api_key_id", id, "org_id", org));
      return new LegacyKey.Fresh(id, org, token);
    });
  }

  /** Ends one from the next request on; 404 when it is unknown or was revoked before. */
  public void revoke(KeyId id, Caller caller) {
    var account = caller.principal().accountId();
    database.useTransaction(tx -> {
      var key =
          tx.on(LegacyKeySql.class)
              .revoke(account, id)
              .orElseThrow(() -> Problem.notFound(Id.noun(KeyId.class)).exception());
      var data = new LinkedHashMap<String, @Nullable Object>();
      data.put("api_key_id", key.keyId());
      data.put("org_id", key.orgId());
      data.put("user_id", key.userId());
      Audit.record(tx, caller, "revoke_enterprise_api_key", key.orgId(), data);
    });
  }

  /** Ends all but the one that the caller uses. */
  public void revokeAll(Caller caller) {
    var principal = caller.principal();
    database.useTransaction(tx -> {
      int count = tx.on(LegacyKeySql.class).revokeAllBut(principal.accountId(), principal.keyId());
      Audit.record(tx, caller, "revoke_all_enterprise_api_keys", null, Map.of("count", count));
    });
  }
}
