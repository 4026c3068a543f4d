package io.agentservice.server.engine.push;

import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.PushSubscriptionId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface SubscriptionSql {
  String SELECT =
      """
      SELECT p.push_subscription_id, p.host, p.name, p.created_at, p.last_outcome, p.last_at
        FROM push_subscription p
      """;

  String OWN = " WHERE p.account_id = :accountId AND p.user_id = :userId ";

  @SqlQuery(
      SELECT
          + OWN
          + """
             AND (:beforeTime::timestamptz IS NULL OR (p.created_at, p.push_subscription_id) < (:beforeTime, :beforeId))
           ORDER BY p.created_at DESC, p.push_subscription_id DESC
           LIMIT :limit
          """)
  List<Subscription> list(AccountId accountId, String userId, @BindMethods Window window);

  @SqlQuery(
      "SELECT count(*) FROM (SELECT FROM push_subscription p " + OWN + " LIMIT :most) AS matching")
  long count(AccountId accountId, String userId, long most);

  @SqlQuery(SELECT + OWN + " AND p.endpoint_sha256 = :hash")
  Optional<Subscription> of(AccountId accountId, String userId, byte[] hash);

  /** Who is removed at that moment waits for this, or this finds nobody. */
  @SqlQuery(
      """
      SELECT user_id FROM human
       WHERE account_id = :accountId AND user_id = :userId AND deleted_at IS NULL FOR NO KEY UPDATE
      """)
  Optional<String> lockPerson(AccountId accountId, String userId);

  /** Of a browser that another person let us tell before: it is his no more. */
  @SqlUpdate(
      """
      DELETE FROM push_subscription
       WHERE endpoint_sha256 = :hash AND (account_id <> :accountId OR user_id <> :userId)
      """)
  void takeOver(AccountId accountId, String userId, byte[] hash);

  /** Under its id; again under the same one, with the keys of now. */
  @SqlQuery(
      """
      INSERT INTO push_subscription AS p (push_subscription_id, account_id, user_id, endpoint_sha256, host, sealed, name)
      VALUES (:id, :accountId, :userId, :hash, :host, :sealed, :name)
      ON CONFLICT (endpoint_sha256) DO UPDATE SET sealed = excluded.sealed, name = excluded.name
        WHERE p.account_id = :accountId AND p.user_id = :userId
      RETURNING p.push_subscription_id, p.host, p.name, p.created_at, p.last_outcome, p.last_at
      """)
  Optional<Subscription> write(
      PushSubscriptionId id,
      AccountId accountId,
      String userId,
      byte[] hash,
      String host,
      byte[] sealed,
      String name);

  @SqlQuery(
      "DELETE FROM push_subscription p "
          + OWN
          + """
             AND p.push_subscription_id = :id
          RETURNING p.push_subscription_id, p.host, p.name, p.created_at, p.last_outcome, p.last_at
          """)
  Optional<Subscription> delete(AccountId accountId, String userId, PushSubscriptionId id);
}
