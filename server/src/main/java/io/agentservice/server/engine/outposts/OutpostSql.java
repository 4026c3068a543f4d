package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface OutpostSql {
  String SELECT =
      """
      SELECT o.outpost_id, o.account_id, o.name, o.platform, o.description, o.allowed_org_ids, o.created_at,
             count(e.session_id) FILTER (WHERE e.phase = 'PENDING') AS queue_depth,
             coalesce(max(extract(epoch FROM now() - e.created_at)) FILTER (WHERE e.phase = 'PENDING'), 0)::bigint AS oldest_wait,
             count(e.session_id) FILTER (WHERE e.phase = 'CLAIMED' AND e.claim_deadline > now()) AS active_claims
        FROM outpost o
        LEFT JOIN queue_entry e ON e.outpost_id = o.outpost_id AND e.removed_at IS NULL
      """;

  @SqlQuery(
      """
      INSERT INTO outpost (outpost_id, account_id, name, platform, description, allowed_org_ids)
      VALUES (:id, :accountId, :name, :platform, :description, :allowedOrgIds)
      ON CONFLICT (account_id, lower(name)) WHERE deleted_at IS NULL DO NOTHING
      RETURNING outpost_id
      """)
  Optional<OutpostId> insert(
      OutpostId id,
      AccountId accountId,
      String name,
      @Nullable String platform,
      String description,
      @Nullable List<String> allowedOrgIds);

  @SqlQuery(
      SELECT
          + """
           WHERE o.account_id = :accountId AND o.deleted_at IS NULL
             AND (:afterName::text IS NULL OR o.name COLLATE "C" > :afterName)
           GROUP BY o.outpost_id
           ORDER BY o.name COLLATE "C"
           LIMIT :limit
          """)
  List<Row> page(AccountId accountId, @Nullable String afterName, int limit);

  @SqlQuery(
      """
      SELECT outpost_id FROM outpost
       WHERE account_id = :accountId AND lower(name) = lower(:name) AND deleted_at IS NULL
      """)
  Optional<OutpostId> named(AccountId accountId, String name);

  @SqlQuery(
      "SELECT org_id FROM organization WHERE account_id = :accountId AND org_id = ANY (:orgIds) AND deleted_at IS NULL")
  Set<String> organizations(AccountId accountId, List<String> orgIds);

  @SqlQuery("SELECT count(*) FROM outpost WHERE account_id = :accountId AND deleted_at IS NULL")
  long count(AccountId accountId);

  @SqlQuery(
      SELECT
          + """
           WHERE o.account_id = :accountId AND o.outpost_id = :id AND o.deleted_at IS NULL
           GROUP BY o.outpost_id
          """)
  Optional<Row> find(AccountId accountId, OutpostId id);

  /** Those that the organization may use, by name. */
  @SqlQuery(
      SELECT
          + """
           WHERE o.account_id = :accountId AND o.deleted_at IS NULL
             AND (o.allowed_org_ids IS NULL OR :orgId = ANY (o.allowed_org_ids))
           GROUP BY o.outpost_id
           ORDER BY o.name COLLATE "C"
          """)
  List<Row> offered(AccountId accountId, OrgId orgId);

  /** Living outposts that the organization may use, oldest first. */
  @SqlQuery(
      """
      SELECT outpost_id, name, coalesce(platform, 'linux') AS platform
        FROM outpost
       WHERE account_id = :accountId AND deleted_at IS NULL
         AND (allowed_org_ids IS NULL OR :orgId = ANY (allowed_org_ids))
       ORDER BY created_at, outpost_id
      """)
  List<Usable> usable(AccountId accountId, OrgId orgId);

  /** The one with the fewest pending entries, by name among equals. */
  @SqlQuery(
      """
      SELECT o.outpost_id
        FROM outpost o
        LEFT JOIN queue_entry e ON e.outpost_id = o.outpost_id AND e.removed_at IS NULL AND e.phase = 'PENDING'
       WHERE o.account_id = :accountId AND o.outpost_id = ANY (:ids)
       GROUP BY o.outpost_id
       ORDER BY count(e.session_id), o.name COLLATE "C"
       LIMIT 1
      """)
  OutpostId shortest(AccountId accountId, List<OutpostId> ids);

  @SqlQuery("SELECT EXISTS (SELECT FROM queue_entry WHERE outpost_id = :id AND removed_at IS NULL)")
  boolean hasEntries(OutpostId id);

  /** Locks the row, so that it is deleted once. */
  @SqlQuery(
      """
      SELECT outpost_id FROM outpost
       WHERE account_id = :accountId AND outpost_id = :id
         FOR UPDATE
      """)
  Optional<OutpostId> lock(AccountId accountId, OutpostId id);

  @SqlUpdate(
      "UPDATE outpost SET deleted_at = now() WHERE account_id = :accountId AND outpost_id = :id")
  void delete(AccountId accountId, OutpostId id);

  @SqlQuery(
      "SELECT default_platform FROM organization WHERE org_id = :orgId AND default_platform IS NOT NULL")
  Optional<String> defaultPlatform(OrgId orgId);

  /** Null: none. */
  @SqlUpdate(
      """
      UPDATE organization SET default_platform = :word, updated_at = greatest(updated_at, now())
       WHERE account_id = :accountId AND org_id = :orgId
      """)
  void setDefaultPlatform(AccountId accountId, OrgId orgId, @Nullable String word);

  /** JSON. */
  @SqlQuery(
      "SELECT network_policy::text FROM organization WHERE org_id = :orgId AND network_policy IS NOT NULL")
  Optional<String> networkPolicy(OrgId orgId);

  @SqlQuery("SELECT org_id FROM organization WHERE org_id = :orgId FOR NO KEY UPDATE")
  Optional<OrgId> lockNetworkPolicy(OrgId orgId);

  /** Whether its entry in the queue has a policy that holds. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM queue_entry
                      WHERE session_id = :sessionId AND removed_at IS NULL AND (network_policy->>'enabled')::boolean)
      """)
  boolean restricted(SessionId sessionId);

  /** {@code policy}: JSON; null: none. */
  @SqlUpdate(
      """
      UPDATE organization SET network_policy = :policy::jsonb, updated_at = greatest(updated_at, now())
       WHERE account_id = :accountId AND org_id = :orgId
      """)
  void setNetworkPolicy(AccountId accountId, OrgId orgId, @Nullable String policy);

  @SqlQuery(
      "SELECT outpost_id FROM session WHERE session_id = :sessionId AND outpost_id IS NOT NULL")
  Optional<OutpostId> outpostOf(SessionId sessionId);

  /** An outpost that a session may be given to. */
  record Usable(OutpostId outpostId, String name, String platform) {}

  record Row(
      OutpostId outpostId,
      AccountId accountId,
      String name,
      @Nullable String platform,
      String description,
      @Nullable List<String> allowedOrgIds,
      Instant createdAt,
      long queueDepth,
      long oldestWait,
      long activeClaims) {}
}
