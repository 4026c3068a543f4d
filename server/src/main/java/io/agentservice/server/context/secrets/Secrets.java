package io.agentservice.server.context.secrets;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Listing;
import io.agentservice.server.base.http.Rows;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SecretId;
import io.agentservice.server.base.problems.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The secrets of an organization; one of another organization is as if it did not exist. */
public final class Secrets {
  private static final AuditTrail<Secret> AUDIT =
      AuditTrail.of("secret", "update", Secret::orgId)
          .naming("secret_id", Secret::secretId)
          .naming("key", Secret::key)
          .naming("secret_type", secret -> secret.type().word());

  private final Database database;
  private final Vault vault;

  /** Holds nothing of its own. */
  public Secrets(Database database, Vault vault) {
    this.database = database;
    this.vault = vault;
  }

  /** All of the organization, newest first. */
  public Listing<Secret> list(Scope scope) {
    return new Listing<>(
        window ->
            database.with(SecretSql.class, sql -> Rows.of(sql.list(scope, window), window.size())),
        most -> database.with(SecretSql.class, sql -> sql.count(scope, most)),
        secret -> new Listing.Place(secret.createdAt(), secret.secretId().value()));
  }

  /** Those of the ids that are the organization's. */
  public Set<String> known(Scope scope, List<String> ids) {
    return ids.isEmpty() ? Set.of() : database.with(SecretSql.class, sql -> sql.known(scope, ids));
  }

  /**
   * What a session of the organization gets, by key.
   *
   * @param ids those to choose from; null: all
   */
  public List<ClearSecret> inClear(OrgId org, @Nullable List<String> ids) {
    return database.with(SecretSql.class, sql -> sql.sealed(org, ids)).stream()
        .map(sealed ->
            new ClearSecret(
                sealed.key(),
                sealed.type(),
                new String(
                    vault.decrypt(sealed.value(), context(sealed.secretId())),
                    StandardCharsets.UTF_8),
                sealed.isSensitive()))
        .toList();
  }

  /** Keeps one; 409 {@code secret_key_taken}. */
  public Secret create(Scope scope, NewSecret secret, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(SecretSql.class);
      var id = Id.create(SecretId.class);
      byte[] sealed = vault.encrypt(secret.value().getBytes(StandardCharsets.UTF_8), context(id));
      if (!sql.insert(id, scope, secret, sealed, caller.principal().author())) {
        throw Problem.conflict(
                "secret_key_taken",
                "The organization has a secret of that key",
                "Delete it first, or choose another key")
            .exception();
      }
      var kept = sql.lock(scope, id).orElseThrow();
      AUDIT.created(tx, caller, kept);
      return kept;
    });
  }

  /** Deletes one and answers what it was; its key is free. 404. */
  public Secret delete(Scope scope, SecretId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(SecretSql.class);
      var secret = sql.lock(scope, id).orElseThrow(() -> Problem.notFound("secret").exception());
      sql.delete(scope, id);
      AUDIT.deleted(tx, caller, secret);
      return secret;
    });
  }

  private static String context(SecretId id) {
    return "secret " + id;
  }
}
