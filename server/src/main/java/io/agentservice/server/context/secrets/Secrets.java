package io.agentservice.server.context.secrets;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SecretId;
import io.agentservice.server.base.problems.Failure;
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

  /** As many as a session may choose from. */
  private static final int MOST = 1000;

  /** Sealed, which adds 28 bytes to each. */
  private static final int MOST_BYTES = 1 << 20;

  private final Database database;
  private final Vault vault;

  public Secrets(Database database, Vault vault) {
    this.database = database;
    this.vault = vault;
  }

  public Listing<Secret> list(Scope scope) {
    return new Listing<>(
        window ->
            database.with(SecretSql.class, sql -> Rows.of(sql.list(scope, window), window.size())),
        most -> database.with(SecretSql.class, sql -> sql.count(scope, most)),
        secret -> new Place(secret.createdAt(), secret.secretId().value()));
  }

  public Set<String> known(Scope scope, List<String> ids) {
    return ids.isEmpty() ? Set.of() : database.with(SecretSql.class, sql -> sql.known(scope, ids));
  }

  /** Those of the keys that the organization has a secret of, which is no authenticator. */
  public Set<String> knownKeys(Scope scope, List<String> keys) {
    return keys.isEmpty()
        ? Set.of()
        : database.with(SecretSql.class, sql -> sql.knownKeys(scope, keys));
  }

  /**
   * A session's secrets by key, without authenticators.
   *
   * @param ids null for all
   * @param sensitive only those masked in texts
   */
  public List<ClearSecret> values(OrgId org, @Nullable List<String> ids, boolean sensitive) {
    return inClear(database.with(SecretSql.class, sql -> sql.values(org, ids, sensitive)));
  }

  /** Those of the keys that there are, without authenticators; no other is opened. */
  public List<ClearSecret> named(OrgId org, Set<String> keys) {
    return keys.isEmpty()
        ? List.of()
        : inClear(database.with(SecretSql.class, sql -> sql.named(org, keys)));
  }

  /** The authenticators of which a session of the organization gets codes, as {@link #values}. */
  public List<ClearSecret> authenticators(OrgId org, @Nullable List<String> ids) {
    return inClear(database.with(SecretSql.class, sql -> sql.authenticators(org, ids)));
  }

  /** Each is opened once: nobody asks for those that he doesn't use. */
  private List<ClearSecret> inClear(List<SecretSql.Sealed> rows) {
    return rows.stream()
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

  /** Keeps one; 409 {@code secret_key_taken}; 422 when the organization has as many as may be. */
  public Secret create(Scope scope, NewSecret secret, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(SecretSql.class);
      var id = Id.create(SecretId.class);
      byte[] sealed = vault.encrypt(secret.value().getBytes(StandardCharsets.UTF_8), context(id));
      var _ = sql.lockAll(scope);
      checkRoom(sql.room(scope), sealed.length);
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

  /** Every session gets them all, unless it chooses: they have to fit into memory together. */
  private static void checkRoom(SecretSql.Room taken, int bytes) {
    if (taken.secrets() >= MOST) {
      throw full("The organization has %,d secrets, as many as it may have".formatted(MOST));
    }
    if (taken.bytes() + bytes > MOST_BYTES) {
      throw full(
          "The secrets of the organization would have more than %,d bytes in all"
              .formatted(MOST_BYTES));
    }
  }

  private static RuntimeException full(String message) {
    String msg = message + "; delete those that are not needed";
    return Problem.invalid(new Failure(List.of("body"), msg, "not_allowed")).exception();
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

  public Belongings.Left erase(Tx tx, OrgId org) {
    tx.on(SecretSql.class).erase(org);
    return Belongings.Left.NOTHING;
  }
}
