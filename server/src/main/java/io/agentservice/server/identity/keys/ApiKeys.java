package io.agentservice.server.identity.keys;

import io.agentservice.server.base.auth.Keys;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of an account's humans and service users. */
public final class ApiKeys {
  /** What a list may be asked for: keys in one of these states, or all. */
  public static final List<String> STATES = List.of("active", "revoked", "expired", "all");

  /** The state of a filter that wants every key. */
  public static final String ANY = "all";

  private static final int MOST_LIVE = 50;
  private static final String LEGACY_PREFIX = "apk_user_";

  private final Database database;
  private final String prefix;
  private final LegacyKeyRule rule;

  /** {@code prefix}: how the tokens of new keys begin, but for legacy ones. */
  public ApiKeys(Database database, String prefix, LegacyKeyRule rule) {
    this.database = database;
    this.prefix = prefix;
    this.rule = rule;
  }

  /** Whose keys: a human or a service user, by his id. */
  public record Holder(AccountId account, String id) {}

  /** {@code org} is a legacy key's, a null {@code expiresAt} is never. */
  public record Draft(
      Principal.Kind kind, String name, @Nullable OrgId org, @Nullable Instant expiresAt) {}

  /**
   * What becomes of a key that another one takes the place of.
   *
   * @param expiresAt when the new one ends; null: never
   * @param revoke the old one ends at once
   * @param graceSeconds the old one ends so much later, or before by its own time; null: it stays
   */
  public record Rotation(
      @Nullable Instant expiresAt, boolean revoke, @Nullable Integer graceSeconds) {}

  /** The holder's keys in one of {@link #STATES}, newest first. */
  public Listing<ApiKey> list(Holder holder, String state) {
    return new Listing<>(
        window ->
            database.with(
                ApiKeySql.class,
                sql ->
                    Rows.of(sql.page(holder.account(), holder.id(), state, window), window.size())),
        _ -> database.with(ApiKeySql.class, sql -> sql.count(holder.account(), holder.id(), state)),
        key -> new Place(key.createdAt(), key.keyId().value()));
  }

  /** The holder's key; 404 {@code api_key_not_found}. */
  public ApiKey get(Holder holder, KeyId id) {
    return database
        .with(ApiKeySql.class, sql -> sql.find(holder.account(), holder.id(), id))
        .orElseThrow(ApiKeys::noSuchKey);
  }

  /** 422 for a time that is over. */
  public static void checkExpiry(Tx tx, @Nullable Instant expiresAt, String field) {
    if (expiresAt != null && !expiresAt.isAfter(tx.on(ApiKeySql.class).now())) {
      throw invalid(List.of("body", field), "too_small", "Input should be in the future");
    }
  }

  /** 422 when the holder has 50 live ones, or the organization gets no legacy keys. */
  public ApiKey.Fresh create(Tx tx, Holder holder, Draft draft) {
    if (draft.org() != null) {
      rule.check(tx, holder.account(), draft.org());
    }
    var sql = tx.on(ApiKeySql.class);
    sql.lockHolder(holder.id());
    if (sql.count(holder.account(), holder.id(), "active") >= MOST_LIVE) {
      throw invalid(
          List.of("body"), "not_allowed", "There are " + MOST_LIVE + " live keys: revoke some");
    }
    return store(tx, holder, draft);
  }

  private ApiKey.Fresh store(Tx tx, Holder holder, Draft draft) {
    var id = Id.create(KeyId.class);
    String token = Tokens.create(draft.kind().isLegacy() ? LEGACY_PREFIX : prefix);
    Keys.store(
        tx,
        new Keys.Stored(
            id,
            holder.account(),
            draft.kind(),
            holder.id(),
            draft.org(),
            draft.name(),
            draft.expiresAt()),
        token);
    var key = tx.on(ApiKeySql.class).find(holder.account(), holder.id(), id).orElseThrow();
    return new ApiKey.Fresh(key, token);
  }

  /** So many seconds from now, by the database's clock. */
  public static Instant after(Tx tx, long seconds) {
    return tx.on(ApiKeySql.class).now().plusSeconds(seconds);
  }

  /** Ends a key, from the next request on; 404, 409 {@code api_key_revoked}. */
  public ApiKey revoke(Tx tx, Holder holder, KeyId id) {
    var sql = tx.on(ApiKeySql.class);
    var key = sql.lock(holder.account(), holder.id(), id).orElseThrow(ApiKeys::noSuchKey);
    if (key.isRevoked()) {
      throw Problem.conflict("api_key_revoked", "The key was revoked before", null).exception();
    }
    sql.revoke(holder.account(), holder.id(), id);
    return sql.find(holder.account(), holder.id(), id).orElseThrow();
  }

  /** 404; 400 {@code api_key_not_active}; 422. */
  public ApiKey.Fresh rotate(Tx tx, Holder holder, KeyId id, Rotation rotation) {
    var sql = tx.on(ApiKeySql.class);
    var old = sql.lock(holder.account(), holder.id(), id).orElseThrow(ApiKeys::noSuchKey);
    if (!old.isActive()) {
      throw Problem.badRequest(
              "api_key_not_active", "The key was revoked or has expired", "Make a new key")
          .exception();
    }
    var grace = rotation.graceSeconds();
    if (rotation.revoke()) {
      sql.revoke(holder.account(), holder.id(), id);
    } else if (grace != null) {
      sql.endIn(holder.account(), holder.id(), id, grace);
    }
    return create(tx, holder, new Draft(old.kind(), old.name(), old.orgId(), rotation.expiresAt()));
  }

  /** Ends all keys of the holder, sign-ins included. */
  public void revokeAll(Tx tx, Holder holder) {
    tx.on(ApiKeySql.class).revokeAll(holder.account(), holder.id());
  }

  /** Ends the legacy keys that are good in an organization, and all of its service users. */
  public static void revokeIn(Tx tx, OrgId org, List<String> serviceUsers) {
    tx.on(ApiKeySql.class).revokeIn(org, serviceUsers);
  }

  private static RuntimeException noSuchKey() {
    return Problem.notFound(Id.noun(KeyId.class)).exception();
  }

  private static RuntimeException invalid(List<Object> loc, String type, String msg) {
    return Problem.invalid(new Failure(loc, msg, type)).exception();
  }
}
