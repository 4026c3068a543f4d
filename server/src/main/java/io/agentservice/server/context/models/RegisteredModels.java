package io.agentservice.server.context.models;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.ModelId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.context.secrets.Secrets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The models of an organization; one of another organization is as if it did not exist. */
public final class RegisteredModels {
  private static final int MOST = 50;
  private static final String FALLBACK = "fallback";

  private static final AuditTrail<RegisteredModel> AUDIT =
      AuditTrail.of("model", "update", RegisteredModel::orgId)
          .naming("model_id", RegisteredModel::modelId)
          .naming("name", RegisteredModel::name)
          .naming("provider", model -> model.content().provider())
          .changing("name", RegisteredModel::name)
          .changing("provider_model", model -> model.content().providerModel())
          .changing("base_url", model -> model.content().endpoint().baseUrl())
          .changing("key_secret", model -> model.content().endpoint().keySecret())
          .changing("key_secrets", model -> model.content().endpoint().keySecrets())
          .changing("context_tokens", model -> model.content().size().contextTokens())
          .changing("output_tokens", model -> model.content().size().outputTokens())
          .changing("input_price", model -> model.content().price().inputPrice())
          .changing("output_price", model -> model.content().price().outputPrice())
          .changing("cache_read_price", model -> model.content().price().cacheReadPrice())
          .changing("cache_write_price", model -> model.content().price().cacheWritePrice())
          .changing("effort", model -> model.content().effort())
          .changing("takes_images", model -> model.content().takesImages())
          .changing("fallback", model -> model.content().use().fallback())
          .changing("is_default", model -> model.content().use().isDefault());

  private final Database database;
  private final Secrets secrets;
  private final ServerModels server;

  public RegisteredModels(Database database, Secrets secrets, ServerModels server) {
    this.database = database;
    this.secrets = secrets;
    this.server = server;
  }

  Listing<RegisteredModel> list(Scope scope) {
    return new Listing<>(
        window ->
            database.with(ModelSql.class, sql -> Rows.of(sql.list(scope, window), window.size())),
        most -> database.with(ModelSql.class, sql -> sql.count(scope, most)),
        model -> new Place(model.createdAt(), model.modelId().value()));
  }

  /** 404. */
  RegisteredModel get(Scope scope, ModelId id) {
    return database
        .with(ModelSql.class, sql -> sql.find(scope, id))
        .orElseThrow(RegisteredModels::noSuchModel);
  }

  /** The organization's model of that name, as it is now. */
  public Optional<RegisteredModel> named(OrgId org, String name) {
    return database.with(ModelSql.class, sql -> sql.named(org, name));
  }

  /**
   * What a session may name.
   *
   * @param hasKey whether a key of it is there, or it needs none
   * @param isDefault whether sessions have it that name none
   */
  public record Choice(ModelContent content, boolean hasKey, boolean isDefault) {}

  /** All of an organization by name, then those of its account that they don't hide. */
  public List<Choice> choices(Scope scope) {
    var all = database.with(ModelSql.class, sql -> sql.all(scope));
    var keys =
        secrets.knownKeys(
            scope,
            all.stream()
                .flatMap(model -> model.content().endpoint().keySecrets().stream())
                .toList());
    var own =
        all.stream()
            .map(RegisteredModel::content)
            .map(content -> new Choice(content, hasKey(content, keys), content.use().isDefault()))
            .toList();
    boolean ownDefault = own.stream().anyMatch(Choice::isDefault);
    var names = all.stream().map(RegisteredModel::name).collect(Collectors.toSet());
    var shared =
        database.with(AccountModelSql.class, sql -> sql.all(scope.accountId())).stream()
            .map(AccountModel::content)
            .filter(content -> !names.contains(content.name()))
            .map(content -> new Choice(content, true, !ownDefault && content.use().isDefault()));
    return Stream.concat(own.stream(), shared).toList();
  }

  private static boolean hasKey(ModelContent content, Set<String> keys) {
    var own = content.endpoint().keySecrets();
    return own.isEmpty() || own.stream().anyMatch(keys::contains);
  }

  /**
   * How a new session's model is kept: an organization's own, and its account's, with {@link
   * RegisteredModel#PREFIX}, so that it is never taken for one of the server's that is called
   * alike; null where there is neither.
   */
  public @Nullable String resolve(OrgId org, String name) {
    boolean own = name.startsWith(RegisteredModel.PREFIX);
    String bare = own ? name.substring(RegisteredModel.PREFIX.length()) : name;
    if (named(org, bare).isPresent() || ofAccount(org, bare)) {
      return RegisteredModel.PREFIX + bare;
    }
    return !own && server.serves(name) ? name : null;
  }

  private boolean ofAccount(OrgId org, String name) {
    return database.with(AccountModelSql.class, sql -> sql.of(org, name)).isPresent();
  }

  /** What a new session keeps that names no model; null: the server's default. */
  public static @Nullable String standard(Tx tx, OrgId org) {
    return tx.on(ModelSql.class)
        .standard(org)
        .or(() -> tx.on(AccountModelSql.class).standard(org))
        .map(RegisteredModel.PREFIX::concat)
        .orElse(null);
  }

  /** What a body says of a new one, or of one as it would be afterwards; 422. */
  ModelContent read(Scope scope, Body body, @Nullable RegisteredModel before) {
    var content = new ModelBody(body, before == null ? null : before.content(), true).read();
    keysAreKnown(scope, body, content.endpoint().keySecrets());
    String fallback = content.use().fallback();
    if (body.value(FALLBACK) != null && fallback != null && !fallback.isEmpty()) {
      content = content.fallingBackOn(fallback(scope, body, content.name(), fallback));
    }
    body.check();
    return content;
  }

  /** Those that the body names. */
  private void keysAreKnown(Scope scope, Body body, List<String> keys) {
    if (body.value(ModelBody.KEY) == null && body.value(ModelBody.KEYS) == null) {
      return;
    }
    var known = secrets.knownKeys(scope, keys);
    String msg = "No secret of that key in this organization";
    for (int i = 0; i < keys.size(); i++) {
      if (!keys.get(i).isEmpty() && !known.contains(keys.get(i))) {
        if (body.value(ModelBody.KEYS) == null) {
          body.fail("unknown_reference", msg, ModelBody.KEY);
        } else {
          body.failAt("unknown_reference", msg, ModelBody.KEYS, i);
        }
      }
    }
  }

  /** As a session would keep it. */
  private @Nullable String fallback(Scope scope, Body body, String own, String named) {
    boolean recorded = named.startsWith("replay:"); // a file of the server
    String kept = recorded ? null : resolve(Objects.requireNonNull(scope.orgId()), named);
    if (named.equals(own) || (RegisteredModel.PREFIX + own).equals(named)) {
      body.fail("inconsistent", "A model does not stand in for itself", FALLBACK);
    } else if (kept == null) {
      String msg = "No such model; GET .../models lists those that sessions may name";
      body.fail("unknown_reference", msg, FALLBACK);
    }
    return kept;
  }

  /** 409 {@code model_name_taken}; 422 when the organization has as many as may be. */
  RegisteredModel create(Scope scope, ModelContent content, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(ModelSql.class);
      var id = Id.create(ModelId.class);
      var _ = sql.lockAll(scope);
      if (sql.count(scope, MOST) >= MOST) {
        String msg =
            "The organization has %d models, as many as it may have; delete one".formatted(MOST);
        throw Problem.invalid(new Failure(List.of("body"), msg, "not_allowed")).exception();
      }
      onlyDefault(tx, scope, content, id, caller);
      if (!sql.insert(id, scope, content, caller.principal().author())) {
        throw nameTaken();
      }
      var model = sql.find(scope, id).orElseThrow();
      AUDIT.created(tx, caller, model);
      return model;
    });
  }

  /** 404; 409 as in create. */
  RegisteredModel change(Scope scope, ModelId id, Body body, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(ModelSql.class);
      var _ = sql.lockAll(scope);
      var before = sql.lock(scope, id).orElseThrow(RegisteredModels::noSuchModel);
      var content = read(scope, body, before);
      if (sql.nameTaken(scope, content.name(), id)) {
        throw nameTaken();
      }
      onlyDefault(tx, scope, content, id, caller);
      sql.update(scope, id, content);
      var after = sql.find(scope, id).orElseThrow();
      AUDIT.updated(tx, caller, before, after);
      return after;
    });
  }

  private static void onlyDefault(
      Tx tx, Scope scope, ModelContent content, ModelId id, Caller caller) {
    if (content.use().isDefault()) {
      var sql = tx.on(ModelSql.class);
      for (var before : sql.otherDefaults(scope, id)) {
        sql.noDefault(scope, before.modelId());
        AUDIT.updated(tx, caller, before, sql.find(scope, before.modelId()).orElseThrow());
      }
    }
  }

  /** Deletes one and answers what it was; its name is free. 404. */
  RegisteredModel delete(Scope scope, ModelId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(ModelSql.class);
      var model = sql.lock(scope, id).orElseThrow(RegisteredModels::noSuchModel);
      sql.delete(scope, id);
      AUDIT.deleted(tx, caller, model);
      return model;
    });
  }

  private static RuntimeException nameTaken() {
    return Problem.conflict(
            "model_name_taken",
            "The organization has a model of that name",
            "Choose another name, or delete that one first")
        .exception();
  }

  private static RuntimeException noSuchModel() {
    return Problem.notFound("model").exception();
  }

  public Belongings.Left erase(Tx tx, OrgId org) {
    tx.on(ModelSql.class).erase(org);
    return Belongings.Left.NOTHING;
  }
}
