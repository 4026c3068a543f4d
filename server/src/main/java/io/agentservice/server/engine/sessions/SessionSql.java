package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.PlannedForValues;
import io.agentservice.server.base.http.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** Reads and creates sessions. */
interface SessionSql {
  String SELECT =
      """
      SELECT s.session_id, s.account_id, s.org_id, s.status, s.status_detail, s.title, s.user_id, s.service_user_id,
             s.playbook_id, s.schedule_id, s.parent_session_id,
             array(SELECT c.session_id FROM session c
                    WHERE c.parent_session_id = s.session_id ORDER BY c.created_at, c.session_id) AS child_session_ids,
             array(SELECT p.state || ' ' || p.pr_url FROM pull_request p
                    WHERE p.session_id = s.session_id ORDER BY p.position) AS pull_request_texts,
             s.is_advanced, s.is_archived, s.structured_output::text AS structured_output,
             s.structured_output_schema::text AS structured_output_schema, s.origin, s.category, s.subcategory,
             s.agent_mode, s.platform, s.outpost_id, s.resumable,
             least(s.max_acu_limit, o.max_session_acu_limit) AS acu_limit,
             s.model, s.repos, s.tags, s.knowledge_ids, s.playbook_text, s.error_code, s.error_message, s.acus_consumed,
             round(s.model_dollars, 6) AS model_dollars, s.created_at, s.updated_at
        FROM session s JOIN organization o ON o.org_id = s.org_id
      """;

  /**
   * What is not asked for is folded away where the plan is made for the values ({@link
   * PlannedForValues}). Some conditions follow from others, so that an index can find the rows.
   */
  String FILTER =
      """
       WHERE s.account_id = :accountId
         AND (:orgId::text IS NULL OR s.org_id = :orgId)
         AND (cardinality(:orgIds::text[]) = 0 OR s.org_id = ANY (:orgIds))
         AND (cardinality(:sessionIds::text[]) = 0 OR s.session_id = ANY (:sessionIds))
         AND (:createdAfter::timestamptz IS NULL OR s.created_at >= :createdAfter)
         AND (:createdBefore::timestamptz IS NULL OR s.created_at < :createdBefore)
         AND (:updatedAfter::timestamptz IS NULL OR s.updated_at >= :updatedAfter)
         AND (:updatedBefore::timestamptz IS NULL
              OR s.updated_at < :updatedBefore AND s.created_at < :updatedBefore)
         AND (cardinality(:tags::text[]) = 0
              OR s.tags @> :tags::text[]
                 AND tag_keys(s.account_id, s.org_id, s.tags) @> tag_keys(coalesce(:orgId, :accountId), :tags::text[]))
         AND (cardinality(:tagWords::text[]) = 0
              OR s.tags && :tagWords::text[]
                 AND tag_keys(s.account_id, s.org_id, s.tags) && tag_keys(coalesce(:orgId, :accountId), :tagWords::text[])
                 AND NOT EXISTS (SELECT FROM unnest(:tagLists::text[]) AS list (tags)
                                  WHERE NOT s.tags @> ARRAY[list.tags]
                                    AND NOT s.tags @> array_remove(string_to_array(list.tags, ','), '')))
         AND (:playbookId::text IS NULL OR s.playbook_id = :playbookId)
         AND (cardinality(:origins::text[]) = 0 OR s.origin = ANY (:origins))
         AND (:scheduleId::text IS NULL OR s.schedule_id = :scheduleId)
         AND (cardinality(:userIds::text[]) = 0 OR s.user_id = ANY (:userIds))
         AND (cardinality(:serviceUserIds::text[]) = 0 OR s.service_user_id = ANY (:serviceUserIds))
         AND (:isArchived::boolean IS NULL OR s.is_archived = :isArchived)
         AND (:category::text IS NULL OR s.category = :category)
         AND (cardinality(:repoNames::text[]) = 0 OR s.repo_paths && :repoNames::text[])
         AND (:parentSessionId::text IS NULL OR s.parent_session_id = :parentSessionId)
         AND (cardinality(:statuses::text[]) = 0 OR s.status = ANY (:statuses))
         AND (:orgId::text IS NOT NULL
              OR (SELECT d.deleted_at IS NULL FROM organization d WHERE d.org_id = s.org_id))
         AND (NOT s.unlisted OR s.created_by = :viewer)
         AND (:userEmail::text IS NULL
              OR EXISTS (SELECT FROM human h WHERE h.user_id = s.user_id AND lower(h.email) = lower(:userEmail)))
         AND (NOT :failed::boolean OR s.error_code IS NOT NULL)
         AND (NOT :living::boolean
              OR s.session_id = ANY (ARRAY(SELECT q.session_id FROM queue_entry q
                                            WHERE q.account_id = :accountId AND q.removed_at IS NULL
                                            UNION ALL
                                           SELECT u.session_id FROM session u
                                            WHERE u.account_id = :accountId AND u.outpost_id IS NULL)))
      """;

  @SqlUpdate(
      """
      INSERT INTO session (session_id, account_id, org_id, status, title, user_id, service_user_id, playbook_id,
                           playbook_text, child_playbook_id, schedule_id, parent_session_id, is_advanced, advanced_mode,
                           structured_output_required, linked_session_ids, structured_output_schema, origin, agent_mode, platform,
                           outpost_id, resumable, bypass_approval, max_acu_limit, seconds_per_acu, dollars_per_acu, model, repos,
                           repo_paths, tags, knowledge_ids, secret_ids, created_by, snapshot_id, unlisted, product)
      VALUES (:sessionId, :accountId, :orgId, 'NEW', :title, :userId, :serviceUserId, :playbookId,
              :playbookText, :childPlaybookId, :scheduleId, :parentSessionId, :isAdvanced, :advancedMode,
              :structuredOutputRequired, :linkedSessionIds, :structuredOutputSchema::jsonb, :origin, :agentMode, :platform,
              :outpostId, :resumable, :bypassApproval, :maxAcuLimit, :secondsPerAcu, :dollarsPerAcu, :model, :repos,
              :repoPaths, :tags, :knowledgeIds, :secretIds, :createdBy, :snapshotId, :unlisted, :product)
      """)
  void insert(@BindMethods NewRow row);

  @SqlUpdate(
      """
      INSERT INTO session_secret (session_id, key, value, sensitive) VALUES (:sessionId, :key, :value, :sensitive)
      """)
  void insertSecret(SessionId sessionId, String key, byte[] value, boolean sensitive);

  @SqlQuery(
      "SELECT key, value, sensitive FROM session_secret WHERE session_id = :sessionId ORDER BY key")
  List<SecretRow> secrets(SessionId sessionId);

  /** The playbook that a session gives to its children. */
  @SqlQuery(
      "SELECT child_playbook_id FROM session WHERE org_id = :orgId AND session_id = :sessionId AND child_playbook_id IS NOT NULL")
  Optional<PlaybookId> childPlaybook(OrgId orgId, SessionId sessionId);

  /** How its agent is to go about its task. */
  @SqlQuery(
      """
      SELECT advanced_mode AS mode, structured_output_required AS output_required, linked_session_ids AS links
        FROM session
       WHERE session_id = :sessionId
      """)
  Optional<Manner> manner(SessionId sessionId);

  /** Which secrets of its organization it gets. */
  @SqlQuery("SELECT org_id, secret_ids FROM session WHERE session_id = :sessionId")
  Optional<ChosenSecrets> chosenSecrets(SessionId sessionId);

  @SqlQuery(SELECT + " WHERE s.account_id = :accountId AND s.session_id = :sessionId")
  Optional<Session> find(AccountId accountId, SessionId sessionId);

  /** For callers: those of a deleted organization are gone for them. */
  @SqlQuery(
      SELECT
          + " WHERE s.account_id = :accountId AND s.session_id = :sessionId AND o.deleted_at IS NULL")
  Optional<Session> findShown(AccountId accountId, SessionId sessionId);

  @SqlQuery(SELECT + " WHERE s.session_id = :sessionId")
  Optional<Session> findAnywhere(SessionId sessionId);

  /** The limit that the session has used up, or that its next model call would pass. */
  @SqlQuery(
      """
      SELECT acu_limit FROM (
        SELECT least(s.max_acu_limit, o.max_session_acu_limit) AS acu_limit, s.acus_consumed,
               acus(s.machine_seconds, s.model_dollars + s.reserved_dollars, s.seconds_per_acu, s.dollars_per_acu) AS needed
          FROM session s JOIN organization o ON o.org_id = s.org_id
         WHERE s.session_id = :sessionId) AS used
       WHERE acus_consumed >= acu_limit OR needed > acu_limit
      """)
  Optional<Integer> limitReached(SessionId sessionId);

  String PAGE =
      """
         AND (:beforeTime::timestamptz IS NULL OR (s.created_at, s.session_id) < (:beforeTime, :beforeId))
       ORDER BY s.created_at DESC, s.session_id DESC
       LIMIT :limit OFFSET :offset
      """;

  /** Bytes of sessions, about. */
  String SIZES =
      """
      SELECT octet_length(concat(s.structured_output, s.structured_output_schema, s.title, s.repos, s.tags,
                                 s.knowledge_ids))
        FROM session s
      """;

  /** Bytes of the sessions that {@link #list} would answer. */
  @PlannedForValues
  @SqlQuery(SIZES + FILTER + PAGE)
  List<Long> sizes(
      @BindMethods Scope scope, @BindMethods SessionFilter filter, @BindMethods Window window);

  @PlannedForValues
  @SqlQuery(SELECT + FILTER + PAGE)
  List<Session> list(
      @BindMethods Scope scope, @BindMethods SessionFilter filter, @BindMethods Window window);

  @PlannedForValues
  @SqlQuery("SELECT count(*) FROM (SELECT FROM session s " + FILTER + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, @BindMethods SessionFilter filter, long most);

  @SqlUpdate(
      """
      UPDATE session SET tags = :tags, updated_at = greatest(updated_at, now())
       WHERE org_id = :orgId AND session_id = :sessionId
      """)
  void tag(OrgId orgId, SessionId sessionId, List<String> tags);

  /** Whether the last request that put it to sleep or woke it came from the web app. */
  @SqlUpdate(
      "UPDATE session SET asked_by_page = :byPage WHERE org_id = :orgId AND session_id = :sessionId")
  void asked(OrgId orgId, SessionId sessionId, boolean byPage);

  /** That of sessions that are created without tags. */
  @SqlQuery(
      "SELECT default_tag FROM organization WHERE org_id = :orgId AND default_tag IS NOT NULL")
  Optional<String> defaultTag(OrgId orgId);

  /** Those of the ids that are the organization's. */
  @SqlQuery("SELECT session_id FROM session WHERE org_id = :orgId AND session_id = ANY (:ids)")
  Set<SessionId> known(OrgId orgId, Set<SessionId> ids);

  /** Counting active sessions is one caller's at a time, to the end of his transaction. */
  @SqlQuery("SELECT pg_advisory_xact_lock(hashtext('active ' || :orgId)) IS NOT NULL")
  boolean lockActive(OrgId orgId);

  /** Sessions of the organization that are neither asleep nor ended, but for the given one. */
  @SqlQuery(
      """
      SELECT count(*) FROM session
       WHERE org_id = :orgId AND session_id <> :but AND status IN ('NEW', 'CLAIMED', 'RUNNING', 'RESUMING')
      """)
  long active(OrgId orgId, SessionId but);

  /**
   * A member who may use sessions there, by one of these built-in roles or by a role of the
   * account's own with one of these permissions: his name.
   */
  @SqlQuery(
      """
      SELECT coalesce(h.name, h.email, h.user_id) FROM human h
       WHERE h.account_id = :accountId AND h.user_id = :userId AND h.deleted_at IS NULL
         AND EXISTS (SELECT FROM held_role r
                       LEFT JOIN role c ON c.account_id = h.account_id AND c.role_id = r.role_id
                      WHERE r.principal_id = h.user_id AND (r.org_id IS NULL OR r.org_id = :orgId)
                        AND (r.role_id = ANY (:roles) OR c.permissions && :permissions::text[]))
      """)
  Optional<String> sessionUser(
      AccountId accountId,
      OrgId orgId,
      String userId,
      List<String> roles,
      List<String> permissions);

  record NewRow(
      SessionId sessionId,
      AccountId accountId,
      OrgId orgId,
      String title,
      @Nullable String userId,
      @Nullable String serviceUserId,
      @Nullable PlaybookId playbookId,
      @Nullable String playbookText,
      @Nullable PlaybookId childPlaybookId,
      @Nullable ScheduleId scheduleId,
      @Nullable SessionId parentSessionId,
      boolean isAdvanced,
      @Nullable String advancedMode,
      boolean structuredOutputRequired,
      List<SessionId> linkedSessionIds,
      @Nullable String structuredOutputSchema,
      String origin,
      @Nullable String agentMode,
      @Nullable String platform,
      @Nullable OutpostId outpostId,
      boolean resumable,
      boolean bypassApproval,
      @Nullable Integer maxAcuLimit,
      int secondsPerAcu,
      BigDecimal dollarsPerAcu,
      @Nullable String model,
      List<String> repos,
      List<String> repoPaths,
      List<String> tags,
      @Nullable List<String> knowledgeIds,
      @Nullable List<String> secretIds,
      String createdBy,
      @Nullable String snapshotId,
      boolean unlisted,
      String product) {}

  /** {@code secretIds} null: all. */
  record ChosenSecrets(OrgId orgId, @Nullable List<String> secretIds) {}

  record SecretRow(String key, byte[] value, boolean sensitive) {}
}
