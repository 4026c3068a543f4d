package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.costs.AcuRates;
import io.agentservice.server.base.db.PlannedForValues;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.parts.Manner;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionChange.Changeable;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
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
      SELECT s.session_id, s.account_id, s.org_id, s.status, s.status_detail, s.prior_detail, s.title, s.user_id, s.service_user_id,
             s.playbook_id, s.schedule_id, s.parent_session_id, s.created_by, s.unlisted,
             s.forked_from_session_id, s.forked_from_seq,
             array(SELECT c.session_id FROM session c
                    WHERE c.parent_session_id = s.session_id ORDER BY c.created_at, c.session_id) AS child_session_ids,
             array(SELECT p.state || ' ' || p.pr_url FROM pull_request p
                    WHERE p.session_id = s.session_id ORDER BY p.position) AS pull_request_texts,
             s.is_advanced, s.is_archived, s.structured_output::text AS structured_output,
             s.structured_output_schema::text AS structured_output_schema, s.origin, s.category, s.subcategory,
             s.agent_mode, s.platform, s.snapshot_id, s.outpost_id, s.resumable,
             least(s.max_acu_limit, o.max_session_acu_limit) AS acu_limit,
             s.model, s.repos, s.tags, s.knowledge_ids, s.playbook_text, s.error_code, s.error_message, s.wait_for, s.wait_until, s.acus_consumed,
             round(s.model_dollars, 6) AS model_dollars, s.created_at, s.updated_at, s.version,
             CASE WHEN s.status IN ('NEW', 'RESUMING') AND s.outpost_id IS NOT NULL THEN (
               SELECT CASE WHEN own.phase IS DISTINCT FROM 'CLAIMED' THEN
                        least(1000, (own.session_id IS NULL)::int + (
                          SELECT count(*) FROM (
                            SELECT FROM queue_entry q
                             WHERE q.outpost_id = s.outpost_id AND q.phase = 'PENDING' AND q.removed_at IS NULL
                               AND (q.created_at, q.session_id)
                                   <= (coalesce(own.created_at, 'infinity'), coalesce(own.session_id, ''))
                             LIMIT 1000) ahead)) END
                 FROM (SELECT) one LEFT JOIN queue_entry own
                   ON own.session_id = s.session_id AND own.removed_at IS NULL) END AS queue_position
        FROM session s JOIN organization o ON o.org_id = s.org_id
      """;

  /**
   * Filters that are not asked for are folded away by the plan ({@link PlannedForValues});
   * redundant conditions serve indexes.
   */
  String FILTER =
      """
       WHERE s.account_id = :accountId
         AND (:orgId::text IS NULL OR s.org_id = :orgId)
         AND (cardinality(:orgIds::text[]) = 0 OR s.org_id = ANY (:orgIds))
         AND (cardinality(:sessionIds::text[]) = 0 OR s.session_id = ANY (:sessionIds))
         AND (:created.after::timestamptz IS NULL OR s.created_at >= :created.after)
         AND (:created.before::timestamptz IS NULL OR s.created_at < :created.before)
         AND (:updated.after::timestamptz IS NULL OR s.updated_at >= :updated.after)
         AND (:updated.before::timestamptz IS NULL
              OR s.updated_at < :updated.before AND s.created_at < :updated.before)
         AND (cardinality(:tags.all::text[]) = 0
              OR s.tags @> :tags.all::text[]
                 AND tag_keys(s.account_id, s.org_id, s.tags) @> tag_keys(coalesce(:orgId, :accountId), :tags.all::text[]))
         AND (cardinality(:tags.words::text[]) = 0
              OR s.tags && :tags.words::text[]
                 AND tag_keys(s.account_id, s.org_id, s.tags) && tag_keys(coalesce(:orgId, :accountId), :tags.words::text[])
                 AND NOT EXISTS (SELECT FROM unnest(:tags.lists::text[]) AS list (tags)
                                  WHERE NOT s.tags @> ARRAY[list.tags]
                                    AND NOT s.tags @> array_remove(string_to_array(list.tags, ','), '')))
         AND (:maker.playbookId::text IS NULL OR s.playbook_id = :maker.playbookId)
         AND (cardinality(:maker.origins::text[]) = 0 OR s.origin = ANY (:maker.origins))
         AND (:maker.scheduleId::text IS NULL OR s.schedule_id = :maker.scheduleId)
         AND (cardinality(:owner.userIds::text[]) = 0 OR s.user_id = ANY (:owner.userIds))
         AND (cardinality(:owner.serviceUserIds::text[]) = 0 OR s.service_user_id = ANY (:owner.serviceUserIds))
         AND (:state.isArchived::boolean IS NULL OR s.is_archived = :state.isArchived)
         AND (:state.category::text IS NULL OR s.category = :state.category)
         AND (cardinality(:repoNames::text[]) = 0 OR s.repo_paths && :repoNames::text[])
         AND (:maker.parentSessionId::text IS NULL OR s.parent_session_id = :maker.parentSessionId)
         AND (cardinality(:state.statuses::text[]) = 0 OR s.status = ANY (:state.statuses))
         AND (:orgId::text IS NOT NULL
              OR (SELECT d.deleted_at IS NULL FROM organization d WHERE d.org_id = s.org_id))
         AND (NOT s.unlisted OR s.created_by = :viewer)
         AND (:owner.userEmail::text IS NULL
              OR EXISTS (SELECT FROM human h WHERE h.user_id = s.user_id AND lower(h.email) = lower(:owner.userEmail)))
         AND (cardinality(:state.details::text[]) = 0 OR s.status_detail = ANY (:state.details))
         AND (:state.asks::boolean IS NULL OR s.asks = :state.asks)
         AND (:search.words::text IS NULL
              OR search_keys(s.org_id, s.title, s.prompt_line, s.tags) @@ search_query(:orgId, :search.words))
         AND (:search.pullRequest::text IS NULL
              OR s.session_id = ANY (ARRAY(SELECT p.session_id FROM pull_request p
                                            WHERE p.org_id = :orgId AND p.pr_url = :search.pullRequest)))
         AND (NOT :state.failed::boolean OR s.error_code IS NOT NULL)
         AND (NOT :state.living::boolean
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
                           structured_output_required, any_output, linked_session_ids, structured_output_schema, origin, agent_mode, platform,
                           outpost_id, resumable, bypass_approval, approvals, max_acu_limit, seconds_per_acu, dollars_per_acu, model, repos,
                           repo_paths, tags, knowledge_ids, secret_ids, created_by, snapshot_id, unlisted, product, prompt_line,
                           forked_from_session_id, forked_from_seq)
      VALUES (:sessionId, :accountId, :orgId, 'NEW', :task.title, :requester.userId, :requester.serviceUserId, :task.playbookId,
              :task.playbookText, :manner.childPlaybookId, :requester.scheduleId, :requester.parentSessionId, :manner.isAdvanced, :manner.mode,
              :manner.outputRequired, :manner.anyOutput, :manner.links, :task.structuredOutputSchema::jsonb, :requester.origin, :task.agentMode, :host.platform,
              :host.outpostId, :host.resumable, :allowance.bypassApproval, :allowance.approvalWord, :allowance.maxAcuLimit, :rates.machineSeconds, :rates.modelDollars, :task.model, :task.repos,
              :task.repoPaths, :task.tags, :task.knowledgeIds, :allowance.secretIds, :requester.createdBy, :host.snapshotId, :requester.unlisted, :purpose.product, :promptLine,
              :requester.forkedFromSessionId, :requester.forkedFromSeq)
      """)
  void insert(
      SessionId sessionId,
      @BindMethods Scope scope,
      @BindMethods NewSession session,
      @BindMethods("rates") AcuRates rates,
      String promptLine);

  /** One idempotent creation of an author at a time, to the end of his transaction. */
  @SqlQuery(
      "SELECT pg_advisory_xact_lock(hashtextextended('idempotent ' || :author, 0)) IS NOT NULL")
  boolean lockPrompts(String author);

  /** The author's newest session with that prompt that is a day old at most and has not ended. */
  @SqlQuery(
      """
      SELECT s.session_id FROM session s
       WHERE s.account_id = :accountId AND s.org_id = :orgId AND s.created_by = :author
         AND s.created_at > now() - interval '24 hours' AND s.status NOT IN ('EXIT', 'ERROR')
         AND (SELECT octet_length(m.message) = octet_length(:prompt) AND m.message = :prompt
                FROM message m WHERE m.session_id = s.session_id
               ORDER BY m.position LIMIT 1)
       ORDER BY s.created_at DESC, s.session_id DESC
       LIMIT 1
      """)
  Optional<SessionId> samePrompt(@BindMethods Scope scope, String author, String prompt);

  /** How its agent is to go about its task. */
  @SqlQuery(
      """
      SELECT advanced_mode AS mode, structured_output_required AS output_required, any_output,
             child_playbook_id, linked_session_ids AS links
        FROM session
       WHERE session_id = :sessionId
      """)
  Optional<Manner> manner(SessionId sessionId);

  @SqlQuery(
      """
      SELECT seconds_per_acu AS machine_seconds, dollars_per_acu AS model_dollars
        FROM session
       WHERE session_id = :sessionId
      """)
  AcuRates rates(SessionId sessionId);

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

  String OLDEST =
      """
       ORDER BY s.created_at, s.session_id
       LIMIT :limit OFFSET :offset
      """;

  /** Bytes of the sessions that {@link #oldest} would answer. */
  @PlannedForValues
  @SqlQuery(SIZES + FILTER + OLDEST)
  List<Long> sizesOfOldest(
      @BindMethods Scope scope, @BindMethods SessionFilter filter, @BindMethods Window window);

  @PlannedForValues
  @SqlQuery(SELECT + FILTER + OLDEST)
  List<Session> oldest(
      @BindMethods Scope scope, @BindMethods SessionFilter filter, @BindMethods Window window);

  @SqlUpdate(
      """
      UPDATE session SET tags = :tags, updated_at = greatest(updated_at, now())
       WHERE org_id = :orgId AND session_id = :sessionId
      """)
  void tag(OrgId orgId, SessionId sessionId, List<String> tags);

  /** What a person can change of it, as it is now. */
  @SqlQuery(
      "SELECT title, max_acu_limit FROM session WHERE org_id = :orgId AND session_id = :sessionId")
  Changeable changeable(OrgId orgId, SessionId sessionId);

  @SqlQuery("SELECT acus_consumed FROM session WHERE org_id = :orgId AND session_id = :sessionId")
  BigDecimal acusConsumed(OrgId orgId, SessionId sessionId);

  @SqlUpdate(
      """
      UPDATE session SET title = :title, max_acu_limit = :maxAcuLimit, updated_at = greatest(updated_at, now())
       WHERE org_id = :orgId AND session_id = :sessionId
      """)
  void change(
      OrgId orgId, SessionId sessionId, @Nullable String title, @Nullable Integer maxAcuLimit);

  /** Whether the last request that put it to sleep or woke it came from the web app. */
  @SqlUpdate(
      "UPDATE session SET asked_by_page = :byPage WHERE org_id = :orgId AND session_id = :sessionId")
  void asked(OrgId orgId, SessionId sessionId, boolean byPage);

  /** That of sessions that are created without tags. */
  @SqlQuery(
      "SELECT default_tag FROM organization WHERE org_id = :orgId AND default_tag IS NOT NULL")
  Optional<String> defaultTag(OrgId orgId);

  /** Whoever may see them, newest first. */
  @SqlQuery(
      SELECT + " WHERE s.org_id = :orgId AND s.session_id = ANY (:ids) ORDER BY s.created_at DESC")
  List<Session> among(OrgId orgId, Set<SessionId> ids);

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

  /** The name of a member who may use sessions by one of these roles or permissions. */
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

  /** {@code secretIds} null: all. */
  record ChosenSecrets(OrgId orgId, @Nullable List<String> secretIds) {}
}
