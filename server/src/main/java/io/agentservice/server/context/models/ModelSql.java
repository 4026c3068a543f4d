package io.agentservice.server.context.models;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.ModelId;
import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface ModelSql {
  String SELECT =
      """
      SELECT m.model_id, m.org_id, m.name, m.provider, m.provider_model, m.base_url, m.key_secret, m.other_key_secrets,
             m.context_tokens, m.output_tokens, m.input_price, m.output_price, m.cache_read_price, m.cache_write_price, m.effort,
             m.takes_images, m.fallback, m.is_default, m.created_by, m.created_at, m.updated_at
        FROM registered_model m
      """;

  String OWN = " WHERE m.account_id = :accountId AND m.org_id = :orgId ";

  @SqlQuery(
      SELECT
          + OWN
          + """
             AND (:beforeTime::timestamptz IS NULL OR (m.created_at, m.model_id) < (:beforeTime, :beforeId))
           ORDER BY m.created_at DESC, m.model_id DESC
           LIMIT :limit
          """)
  List<RegisteredModel> list(@BindMethods Scope scope, @BindMethods Window window);

  @SqlQuery(
      "SELECT count(*) FROM (SELECT FROM registered_model m " + OWN + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, long most);

  @SqlQuery(SELECT + OWN + " AND m.model_id = :modelId")
  Optional<RegisteredModel> find(@BindMethods Scope scope, ModelId modelId);

  @SqlQuery(SELECT + OWN + " AND m.model_id = :modelId FOR UPDATE OF m")
  Optional<RegisteredModel> lock(@BindMethods Scope scope, ModelId modelId);

  @SqlQuery(SELECT + " WHERE m.org_id = :orgId AND m.name = :name")
  Optional<RegisteredModel> named(OrgId orgId, String name);

  @SqlQuery("SELECT name FROM registered_model WHERE org_id = :orgId AND is_default")
  Optional<String> standard(OrgId orgId);

  /** At most one. */
  @SqlQuery(SELECT + OWN + " AND m.is_default AND m.model_id <> :but FOR UPDATE OF m")
  List<RegisteredModel> otherDefaults(@BindMethods Scope scope, ModelId but);

  @SqlUpdate(
      "UPDATE registered_model m SET is_default = false, updated_at = greatest(updated_at, now())"
          + OWN
          + " AND m.model_id = :modelId")
  void noDefault(@BindMethods Scope scope, ModelId modelId);

  @SqlQuery(SELECT + OWN + " ORDER BY m.name")
  List<RegisteredModel> all(@BindMethods Scope scope);

  /** Whoever adds one waits for whoever else does. */
  @SqlQuery(
      "SELECT pg_advisory_xact_lock(hashtextextended('registered models ' || :orgId, 0)) IS NOT NULL")
  boolean lockAll(@BindMethods Scope scope);

  /** False when the organization has one of that name. */
  @SqlUpdate(
      """
      INSERT INTO registered_model (model_id, account_id, org_id, name, provider, provider_model, base_url, key_secret,
                                    other_key_secrets, context_tokens, output_tokens, input_price, output_price, cache_read_price,
                                    cache_write_price, effort, takes_images, fallback, is_default, created_by)
      VALUES (:modelId, :accountId, :orgId, :name, :provider, :providerModel, :endpoint.baseUrl, :endpoint.keySecret,
              :endpoint.otherKeySecrets, :size.contextTokens, :size.outputTokens, :price.inputPrice, :price.outputPrice, :price.cacheReadPrice,
              :price.cacheWritePrice, :effort, :takesImages, :use.fallback, :use.isDefault, :author)
      ON CONFLICT (org_id, name) DO NOTHING
      """)
  boolean insert(
      ModelId modelId, @BindMethods Scope scope, @BindMethods ModelContent content, String author);

  @SqlQuery(
      "SELECT EXISTS (SELECT FROM registered_model m "
          + OWN
          + " AND m.name = :name AND m.model_id <> :but)")
  boolean nameTaken(@BindMethods Scope scope, String name, ModelId but);

  @SqlUpdate(
      "UPDATE registered_model m"
          + """
             SET name = :name, provider_model = :providerModel, base_url = :endpoint.baseUrl,
                 key_secret = :endpoint.keySecret, other_key_secrets = :endpoint.otherKeySecrets, context_tokens = :size.contextTokens,
                 output_tokens = :size.outputTokens, input_price = :price.inputPrice,
                 output_price = :price.outputPrice, cache_read_price = :price.cacheReadPrice,
                 cache_write_price = :price.cacheWritePrice, effort = :effort, takes_images = :takesImages,
                 fallback = :use.fallback, is_default = :use.isDefault,
                 updated_at = greatest(updated_at, now())
          """
          + OWN
          + " AND m.model_id = :modelId")
  void update(@BindMethods Scope scope, ModelId modelId, @BindMethods ModelContent content);

  @SqlUpdate("DELETE FROM registered_model m " + OWN + " AND m.model_id = :modelId")
  void delete(@BindMethods Scope scope, ModelId modelId);

  @SqlUpdate("DELETE FROM registered_model WHERE org_id = :orgId")
  void erase(OrgId orgId);
}
