package io.agentservice.server.context.models;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.ModelId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * The models of an account, which sessions of each of its organizations may name; an organization's
 * own of the same name hides one. Their keys are kept with them, sealed, and shown to nobody.
 */
public final class AccountModels {
  private static final int MOST = 50;
  private static final int MOST_KEYS = 10;
  private static final int LONGEST_KEY = 4096;
  private static final String KEYS = "keys";
  private static final String FALLBACK = "fallback";
  private static final Pattern KEY = Pattern.compile("[!-~]*");
  private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};

  private static final AuditTrail<AccountModel> AUDIT =
      AuditTrail.<AccountModel>of("model", "update", _ -> null)
          .naming("model_id", AccountModel::modelId)
          .naming("name", AccountModel::name)
          .naming("provider", model -> model.content().provider())
          .changing("name", AccountModel::name)
          .changing("provider_model", model -> model.content().providerModel())
          .changing("base_url", model -> model.content().endpoint().baseUrl())
          .changing("key_count", AccountModel::keyCount)
          .changing("keys_mark", AccountModel::keysMark)
          .changing("size", model -> model.content().size())
          .changing("price", model -> model.content().price())
          .changing("effort", model -> model.content().effort())
          .changing("takes_images", model -> model.content().takesImages())
          .changing("use", model -> model.content().use());

  private final Database database;
  private final Vault vault;
  private final ServerModels server;

  public AccountModels(Database database, Vault vault, ServerModels server) {
    this.database = database;
    this.vault = vault;
    this.server = server;
  }

  /** What a body says of one; {@code keys} null: they stay. */
  record Wanted(ModelContent content, @Nullable List<String> keys) {
    @Override
    public String toString() {
      return "Wanted[" + content.name() + "]";
    }
  }

  Listing<AccountModel> list(AccountId account) {
    return new Listing<>(
        window ->
            database.with(
                AccountModelSql.class, sql -> Rows.of(sql.list(account, window), window.size())),
        most -> database.with(AccountModelSql.class, sql -> sql.count(account, most)),
        model -> new Place(model.createdAt(), model.modelId().value()));
  }

  /** 404. */
  AccountModel get(AccountId account, ModelId id) {
    return database
        .with(AccountModelSql.class, sql -> sql.find(account, id))
        .orElseThrow(AccountModels::noSuchModel);
  }

  /** That of the account of an organization. */
  public Optional<AccountModel> named(OrgId org, String name) {
    return database.with(AccountModelSql.class, sql -> sql.of(org, name));
  }

  /** All of the account, by name. */
  List<AccountModel> all(AccountId account) {
    return database.with(AccountModelSql.class, sql -> sql.all(account));
  }

  /** In clear, in the order in which they are asked with. */
  public List<String> keys(AccountModel model) {
    var id = model.modelId();
    return database
        .with(AccountModelSql.class, sql -> sql.sealed(model.accountId(), id))
        .map(
            sealed -> Json.MAPPER.readValue(vault.decrypt(sealed.sealedKeys(), context(id)), TEXTS))
        .orElseGet(List::of);
  }

  /** 422. */
  Wanted read(AccountId account, Body body, @Nullable AccountModel before) {
    var content = new ModelBody(body, before == null ? null : before.content(), false).read();
    int kept = before == null ? 0 : before.keyCount();
    var keys = before == null || body.has(KEYS) ? keys(body) : null;
    int count = keys == null ? kept : keys.size();
    if (content.endpoint().baseUrl() == null && count == 0) {
      body.fail(
          before == null ? "missing" : "inconsistent",
          "A model at its provider's own address needs a key",
          KEYS);
    }
    String fallback = content.use().fallback();
    if (body.value(FALLBACK) != null && fallback != null && !fallback.isEmpty()) {
      content = content.fallingBackOn(fallback(account, body, content.name(), fallback));
    }
    body.check();
    return new Wanted(content, keys);
  }

  private static List<String> keys(Body body) {
    var keys = body.optionalTexts(KEYS, 0, MOST_KEYS, LONGEST_KEY);
    for (int i = 0; keys != null && i < keys.size(); i++) {
      if (!KEY.matcher(keys.get(i)).matches()) {
        body.failAt("pattern", "Input does not have the form of a key", KEYS, i);
      } else if (keys.subList(0, i).contains(keys.get(i))) {
        body.failAt("inconsistent", "Each key is named once", KEYS, i);
      }
    }
    return keys == null ? List.of() : keys;
  }

  /** As a session would keep it: another one of the account, else one of the server. */
  private @Nullable String fallback(AccountId account, Body body, String own, String named) {
    boolean registered = named.startsWith(RegisteredModel.PREFIX);
    String bare = registered ? named.substring(RegisteredModel.PREFIX.length()) : named;
    if (bare.equals(own)) {
      body.fail("inconsistent", "A model does not stand in for itself", FALLBACK);
      return null;
    }
    if (database.with(AccountModelSql.class, sql -> sql.named(account, bare)).isPresent()) {
      return RegisteredModel.PREFIX + bare;
    }
    if (registered || named.startsWith("replay:") || !server.serves(named)) {
      body.fail("unknown_reference", "No such model of the account or of the server", FALLBACK);
      return null;
    }
    return named;
  }

  /** 409 {@code model_name_taken}; 422 when the account has as many as may be. */
  AccountModel create(Wanted wanted, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(AccountModelSql.class);
      var id = Id.create(ModelId.class);
      var _ = sql.lockAll(account);
      if (sql.count(account, MOST) >= MOST) {
        String msg =
            "The account has %d models, as many as it may have; delete one".formatted(MOST);
        throw Problem.invalid(new Failure(List.of("body"), msg, "not_allowed")).exception();
      }
      onlyDefault(tx, account, wanted.content(), id, caller);
      var keys = wanted.keys() == null ? List.<String>of() : wanted.keys();
      String author = caller.principal().author();
      if (!sql.insert(id, account, wanted.content(), sealed(id, keys), keys.size(), author)) {
        throw nameTaken();
      }
      var model = sql.find(account, id).orElseThrow();
      AUDIT.created(tx, caller, model);
      return model;
    });
  }

  /** 404; 409 as in create. */
  AccountModel change(ModelId id, Body body, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(AccountModelSql.class);
      var _ = sql.lockAll(account);
      var before = sql.lock(account, id).orElseThrow(AccountModels::noSuchModel);
      var wanted = read(account, body, before);
      if (sql.nameTaken(account, wanted.content().name(), id)) {
        throw nameTaken();
      }
      onlyDefault(tx, account, wanted.content(), id, caller);
      sql.update(account, id, wanted.content());
      var keys = wanted.keys();
      if (keys != null) {
        sql.newKeys(account, id, sealed(id, keys), keys.size());
      }
      var after = sql.find(account, id).orElseThrow();
      AUDIT.updated(tx, caller, before, after);
      return after;
    });
  }

  private static void onlyDefault(
      Tx tx, AccountId account, ModelContent content, ModelId id, Caller caller) {
    if (content.use().isDefault()) {
      var sql = tx.on(AccountModelSql.class);
      for (var before : sql.otherDefaults(account, id)) {
        sql.noDefault(account, before.modelId());
        AUDIT.updated(tx, caller, before, sql.find(account, before.modelId()).orElseThrow());
      }
    }
  }

  /** Deletes one and answers what it was; its name is free. 404. */
  AccountModel delete(ModelId id, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(AccountModelSql.class);
      var model = sql.lock(account, id).orElseThrow(AccountModels::noSuchModel);
      sql.delete(account, id);
      AUDIT.deleted(tx, caller, model);
      return model;
    });
  }

  private byte[] sealed(ModelId id, List<String> keys) {
    return vault.encrypt(Json.MAPPER.writeValueAsBytes(keys), context(id));
  }

  private static String context(ModelId id) {
    return "account model " + id;
  }

  private static RuntimeException nameTaken() {
    return Problem.conflict(
            "model_name_taken",
            "The account has a model of that name",
            "Choose another name, or delete that one first")
        .exception();
  }

  private static RuntimeException noSuchModel() {
    return Problem.notFound("model").exception();
  }
}
