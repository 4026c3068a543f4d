package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.ids.OrgId;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Erases what a deleted organization has left, table by table, so many rows at a time. */
interface ErasureSql {
  /** One whose time is over, for one node at a time, to the end of the transaction. */
  @SqlQuery(
      """
      SELECT o.org_id FROM organization o
       WHERE o.deleted_at < now() - make_interval(days => :days) AND o.erased_at IS NULL
         AND NOT EXISTS (SELECT FROM session s
                          WHERE s.org_id = o.org_id AND s.status NOT IN ('EXIT', 'ERROR'))
       ORDER BY o.deleted_at
       LIMIT 1
         FOR NO KEY UPDATE SKIP LOCKED
      """)
  Optional<OrgId> due(int days);

  @SqlUpdate("UPDATE organization SET erased_at = now() WHERE org_id = :orgId")
  void erased(OrgId orgId);

  /** As old as can be, so that the queue drops them. */
  @SqlUpdate(
      """
      UPDATE queue_entry q SET removed_at = 'epoch'
        FROM session s
       WHERE s.session_id = q.session_id AND s.org_id = :orgId AND q.removed_at > 'epoch'
      """)
  int hastenTombstones(OrgId orgId);

  /** Sessions that the queue has forgotten, with all that belongs to them. */
  @SqlQuery(
      """
      WITH gone AS (
        SELECT s.session_id FROM session s
         WHERE s.org_id = :orgId
           AND NOT EXISTS (SELECT FROM queue_entry q WHERE q.session_id = s.session_id)
         LIMIT :most
      ), events AS (
        DELETE FROM event e USING gone WHERE e.session_id = gone.session_id
      ), messages AS (
        DELETE FROM message m USING gone WHERE m.session_id = gone.session_id
      ), secrets AS (
        DELETE FROM session_secret c USING gone WHERE c.session_id = gone.session_id
      ), analyses AS (
        DELETE FROM session_analysis a USING gone WHERE a.session_id = gone.session_id
      ), pulls AS (
        DELETE FROM pull_request p USING gone WHERE p.session_id = gone.session_id
      ), sessions AS (
        DELETE FROM session s USING gone WHERE s.session_id = gone.session_id RETURNING s.session_id
      )
      SELECT count(*) FROM sessions
      """)
  int sessions(OrgId orgId, int most);

  @SqlQuery("SELECT EXISTS (SELECT FROM session WHERE org_id = :orgId)")
  boolean hasSessions(OrgId orgId);

  @SqlUpdate(
      """
      DELETE FROM note WHERE org_id = :orgId
         AND note_id IN (SELECT note_id FROM note WHERE org_id = :orgId LIMIT :most)
      """)
  int notes(OrgId orgId, int most);

  /** All at once, since they lie in each other; when their notes are gone. */
  @SqlUpdate("DELETE FROM folder WHERE org_id = :orgId")
  int folders(OrgId orgId);

  @SqlUpdate(
      """
      DELETE FROM playbook WHERE org_id = :orgId
         AND playbook_id IN (SELECT playbook_id FROM playbook WHERE org_id = :orgId LIMIT :most)
      """)
  int playbooks(OrgId orgId, int most);

  @SqlUpdate("DELETE FROM secret WHERE org_id = :orgId")
  int secrets(OrgId orgId);

  @SqlUpdate("DELETE FROM organization_tag WHERE org_id = :orgId")
  int tags(OrgId orgId);

  @SqlUpdate("DELETE FROM repository_setup WHERE org_id = :orgId")
  int repositorySetups(OrgId orgId);

  /** Files of the index with their chunks. */
  @SqlUpdate(
      """
      DELETE FROM index_file WHERE file_id IN (
        SELECT f.file_id FROM indexed_branch b JOIN index_file f USING (branch_id) WHERE b.org_id = :orgId LIMIT :most)
      """)
  int indexedFiles(OrgId orgId, int most);

  /** When their files are gone; their jobs go with them. */
  @SqlUpdate("DELETE FROM indexed_branch WHERE org_id = :orgId")
  int indexedBranches(OrgId orgId);

  @SqlUpdate(
      """
      DELETE FROM search WHERE org_id = :orgId
         AND search_id IN (SELECT search_id FROM search WHERE org_id = :orgId LIMIT :most)
      """)
  int searches(OrgId orgId, int most);

  /** Their runs go with them. */
  @SqlUpdate(
      """
      DELETE FROM schedule WHERE org_id = :orgId
         AND schedule_id IN (SELECT schedule_id FROM schedule WHERE org_id = :orgId LIMIT :most)
      """)
  int schedules(OrgId orgId, int most);

  /** What people and agents said to break guardrails. */
  @SqlUpdate(
      """
      DELETE FROM guardrail_violation v WHERE v.org_id = :orgId
         AND (v.account_id, v.violation_id) IN
             (SELECT account_id, violation_id FROM guardrail_violation WHERE org_id = :orgId LIMIT :most)
      """)
  int violations(OrgId orgId, int most);
}
