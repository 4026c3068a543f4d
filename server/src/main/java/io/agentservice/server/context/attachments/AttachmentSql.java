package io.agentservice.server.context.attachments;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AttachmentId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface AttachmentSql {
  String COLUMNS =
      "attachment_id, org_id, source, name, content_type, size_bytes, sha256, created_at";

  /** Those of an organization that are whole. */
  String WHOLE = " WHERE account_id = :accountId AND org_id = :orgId AND state = 'KEPT' ";

  /** Those of them that people may find. */
  String KEPT = WHOLE + " AND source <> 'machine' ";

  @SqlUpdate(
      """
      INSERT INTO attachment (attachment_id, account_id, org_id, source)
      VALUES (:attachmentId, :accountId, :orgId, :source)
      """)
  void insert(AttachmentId attachmentId, @BindMethods Scope scope, String source);

  /** Its bytes are there; empty when it was removed meanwhile. */
  @SqlQuery(
      """
      UPDATE attachment
         SET state = 'KEPT', name = :name, content_type = :contentType, size_bytes = :size, sha256 = :sha256,
             created_at = now()
       WHERE account_id = :accountId AND org_id = :orgId AND attachment_id = :attachmentId AND state = 'COMING'
      RETURNING
      """
          + COLUMNS)
  Optional<Attachment> keep(
      @BindMethods Scope scope, AttachmentId attachmentId, @BindMethods Content content);

  @SqlQuery("SELECT " + COLUMNS + " FROM attachment " + KEPT + " AND attachment_id = :attachmentId")
  Optional<Attachment> find(@BindMethods Scope scope, AttachmentId attachmentId);

  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM attachment "
          + KEPT
          + " AND attachment_id = ANY (:attachmentIds)")
  List<Attachment> all(@BindMethods Scope scope, Collection<AttachmentId> attachmentIds);

  /** Writes those, too, that are used already: who leaves them meanwhile has to wait. */
  @SqlUpdate(
      "UPDATE attachment SET used = true " + KEPT + " AND attachment_id = ANY (:attachmentIds)")
  void use(@BindMethods Scope scope, Collection<AttachmentId> attachmentIds);

  /** In the order of their ids, so that two never wait for each other. */
  @SqlQuery(
      """
      SELECT attachment_id FROM attachment WHERE attachment_id = ANY (:attachmentIds)
       ORDER BY attachment_id
         FOR UPDATE
      """)
  List<AttachmentId> lock(Collection<AttachmentId> attachmentIds);

  @SqlUpdate("UPDATE attachment SET used = false WHERE attachment_id = ANY (:attachmentIds)")
  void leave(Collection<AttachmentId> attachmentIds);

  @SqlUpdate(
      "UPDATE attachment SET state = 'GOING' " + WHOLE + " AND attachment_id = :attachmentId")
  void discard(@BindMethods Scope scope, AttachmentId attachmentId);

  /** For one whose address was signed by us, with the present time. */
  @SqlQuery(
      "SELECT "
          + COLUMNS
          + ", now() AS now FROM attachment WHERE attachment_id = :attachmentId AND state = 'KEPT'")
  Optional<Now> findSigned(AttachmentId attachmentId);

  @SqlQuery("SELECT now()")
  Instant now();

  /** Takes those unused for thirty days, unfinished for one, or without organization. */
  @SqlQuery(
      """
      UPDATE attachment SET state = 'GOING'
       WHERE attachment_id IN (
         SELECT attachment_id FROM attachment
          WHERE (NOT used OR state <> 'KEPT')
            AND (created_at < now() - interval '30 days' OR state = 'GOING'
                 OR state = 'COMING' AND created_at < now() - interval '1 day')
          ORDER BY created_at LIMIT :limit FOR UPDATE SKIP LOCKED)
          OR attachment_id IN (
         SELECT a.attachment_id FROM attachment a JOIN organization o ON o.org_id = a.org_id
          WHERE o.deleted_at < now() - interval '7 days'
          LIMIT :limit FOR UPDATE OF a SKIP LOCKED)
      RETURNING attachment_id
      """)
  List<AttachmentId> take(int limit);

  @SqlUpdate("DELETE FROM attachment WHERE attachment_id = :attachmentId AND state <> 'KEPT'")
  void delete(AttachmentId attachmentId);

  /** What an upload turned out to be. */
  record Content(String name, @Nullable String contentType, long size, String sha256) {}

  /** An attachment at a time. */
  record Now(Attachment attachment, Instant now) {}
}
