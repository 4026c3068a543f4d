package io.agentservice.server.context.models;

import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.ModelId;
import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface AccountModelSql {
  String SELECT =
      """
      SELECT m.model_id, m.account_id, m.name, m.provider, m.provider_model, m.base_url, NULL::text AS key_secret,
             '{}'::text[] AS other_key_secrets, m.context_tokens, m.output_tokens, m.input_price, m.output_price,
             m.cache_read_price, m.cache_write_price, m.effort, m.takes_images, m.fallback, m.is_default, m.key_count,
             left(encode(sha256(m.sealed_keys), 'hex'), 12) AS keys_mark,
             m.created_by, m.created_at, m.updated_at
        FROM account_model m
      """;

  String OWN = " WHERE m.account_id = :accountId ";

  @SqlQuery(
      SELECT
          + OWN
          + """
             AND (:beforeTime::timestamptz IS NULL OR (m.created_at, m.model_id) < (:beforeTime, :beforeId))
           ORDER BY m.created_at DESC, m.model_id DESC
           LIMIT :limit
          """)
  List<AccountModel> list(AccountId accountId, @BindMethods Window window);

  @SqlQuery(
      "SELECT count(*) FROM (SELECT FROM account_model m " + OWN + " LIMIT :most) AS matching")
  long count(AccountId accountId, long most);

  @SqlQuery(SELECT + OWN + " AND m.model_id = :modelId")
  Optional<AccountModel> find(AccountId accountId, ModelId modelId);

  @SqlQuery(SELECT + OWN + " AND m.model_id = :modelId FOR UPDATE OF m")
  Optional<AccountModel> lock(AccountId accountId, ModelId modelId);

  @SqlQuery(SELECT + OWN + " AND m.name = :name")
  Optional<AccountModel> named(AccountId accountId, String name);

  /** That of the account that an organization is of. */
  @SqlQuery(
      SELECT
          + """
           WHERE m.account_id = (SELECT o.account_id FROM organization o WHERE o.org_id = :orgId) AND m.name = :name
          """)
  Optional<AccountModel> of(OrgId orgId, String name);

  @SqlQuery(
      """
      SELECT m.name FROM account_model m
       WHERE m.account_id = (SELECT o.account_id FROM organization o WHERE o.org_id = :orgId) AND m.is_default
      """)
  Optional<String> standard(OrgId orgId);

  @SqlQuery(SELECT + OWN + " ORDER BY m.name")
  List<AccountModel> all(AccountId accountId);

  @SqlQuery("SELECT m.sealed_keys FROM account_model m " + OWN + " AND m.model_id = :modelId")
  Optional<Sealed> sealed(AccountId accountId, ModelId modelId);

  record Sealed(byte[] sealedKeys) {}

  /** At most one. */
  @SqlQuery(SELECT + OWN + " AND m.is_default AND m.model_id <> :but FOR UPDATE OF m")
  List<AccountModel> otherDefaults(AccountId accountId, ModelId but);

  @SqlUpdate(
      "UPDATE account_model m SET is_default = false, updated_at = greatest(updated_at, now())"
          + OWN
          + " AND m.model_id = :modelId")
  void noDefault(AccountId accountId, ModelId modelId);

  /** Whoever writes one waits for whoever else does. */
  @SqlQuery(
      "SELECT pg_advisory_xact_lock(hashtextextended('account models ' || :accountId, 0)) IS NOT NULL")
  boolean lockAll(AccountId accountId);

  /** False when the account has one of that name. */
  @SqlUpdate(
      """
      INSERT INTO account_model (model_id, account_id, name, provider, provider_model, base_url, sealed_keys, key_count,
                                 context_tokens, output_tokens, input_price, output_price, cache_read_price, cache_write_price,
                                 effort, takes_images, fallback, is_default, created_by)
      VALUES (:modelId, :accountId, :name, :provider, :providerModel, :endpoint.baseUrl, :sealed, :keyCount,
              :size.contextTokens, :size.outputTokens, :price.inputPrice, :price.outputPrice, :price.cacheReadPrice,
              :price.cacheWritePrice, :effort, :takesImages, :use.fallback, :use.isDefault, :author)
      ON CONFLICT (account_id, name) DO NOTHING
      """)
  boolean insert(
      ModelId modelId,
      AccountId accountId,
      @BindMethods ModelContent content,
      byte[] sealed,
      int keyCount,
      String author);

  @SqlQuery(
      "SELECT EXISTS (SELECT FROM account_model m "
          + OWN
          + " AND m.name = :name AND m.model_id <> :but)")
  boolean nameTaken(AccountId accountId, String name, ModelId but);

  @SqlUpdate(
      "UPDATE account_model m"
          + """
             SET name = :name, provider_model = :providerModel, base_url = :endpoint.baseUrl,
                 context_tokens = :size.contextTokens, output_tokens = :size.outputTokens, input_price = :price.inputPrice,
                 output_price = :price.outputPrice, cache_read_price = :price.cacheReadPrice,
                 cache_write_price = :price.cacheWritePrice, effort = :effort, takes_images = :takesImages,
                 fallback = :use.fallback, is_default = :use.isDefault, updated_at = greatest(updated_at, now())
          """
          + OWN
          + " AND m.model_id = :modelId")
  void update(AccountId accountId, ModelId modelId, @BindMethods ModelContent content);

  @SqlUpdate(
      "UPDATE account_model m SET sealed_keys = :sealed, key_count = :keyCount"
          + OWN
          + " AND m.model_id = :modelId")
  void newKeys(AccountId accountId, ModelId modelId, byte[] sealed, int keyCount);

  @SqlUpdate("DELETE FROM account_model m " + OWN + " AND m.model_id = :modelId")
  void delete(AccountId accountId, ModelId modelId);
}
