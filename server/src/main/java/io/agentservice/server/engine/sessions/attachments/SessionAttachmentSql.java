package io.agentservice.server.engine.sessions.attachments;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.attachments.Attachment;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Which attachments a session has. Writers hold the session's lock. */
interface SessionAttachmentSql {
  String COLUMNS =
      "a.attachment_id, a.org_id, a.source, a.name, a.content_type, a.size_bytes, a.sha256, a.created_at";

  String OF_SESSION =
      """
        FROM session_attachment s JOIN attachment a ON a.attachment_id = s.attachment_id
       WHERE a.account_id = :accountId AND a.org_id = :orgId AND s.session_id = :sessionId AND a.source <> 'machine'
      """;

  @SqlQuery("SELECT " + COLUMNS + OF_SESSION + " ORDER BY a.created_at DESC, a.attachment_id DESC")
  List<Attachment> list(@BindMethods Scope scope, SessionId sessionId);

  /** Those with a file in the work directory. */
  @SqlQuery(
      "SELECT a.attachment_id, s.file_name, a.size_bytes"
          + OF_SESSION
          + " AND s.file_name IS NOT NULL AND a.attachment_id = ANY (:attachmentIds)")
  List<AttachedFile> files(
      @BindMethods Scope scope, SessionId sessionId, Collection<AttachmentId> attachmentIds);

  /** The one that a tool call of the agent has given. */
  @SqlQuery("SELECT " + COLUMNS + OF_SESSION + " AND s.call_id = :callId")
  Optional<Attachment> givenBy(@BindMethods Scope scope, SessionId sessionId, String callId);

  /** Those that are no files for people, whose key begins so. */
  @SqlQuery(
      """
      SELECT a.attachment_id FROM session_attachment s JOIN attachment a ON a.attachment_id = s.attachment_id
       WHERE a.account_id = :accountId AND a.org_id = :orgId AND s.session_id = :sessionId AND a.source = 'machine'
         AND starts_with(s.call_id, :prefix)
      """)
  Set<AttachmentId> hidden(@BindMethods Scope scope, SessionId sessionId, String prefix);

  @SqlQuery(
      "SELECT file_name FROM session_attachment WHERE session_id = :sessionId AND file_name IS NOT NULL")
  Set<String> fileNames(SessionId sessionId);

  @SqlUpdate(
      """
      INSERT INTO session_attachment (session_id, attachment_id, file_name)
      VALUES (:sessionId, :attachmentId, :fileName)
      ON CONFLICT (session_id, attachment_id)
        DO UPDATE SET file_name = coalesce(session_attachment.file_name, excluded.file_name)
      """)
  void insert(SessionId sessionId, AttachmentId attachmentId, String fileName);

  @SqlQuery(
      """
      DELETE FROM session_attachment WHERE session_id = :sessionId AND call_id = :callId
      RETURNING attachment_id
      """)
  Optional<AttachmentId> deleteGiven(SessionId sessionId, String callId);

  /** Nobody takes one of them away before the transaction's end. */
  @SqlQuery(
      "SELECT attachment_id FROM session_attachment WHERE session_id = :sessionId ORDER BY attachment_id FOR UPDATE")
  List<AttachmentId> lockAll(SessionId sessionId);

  @SqlUpdate(
      """
      INSERT INTO session_attachment (session_id, attachment_id, file_name, call_id)
      SELECT :to, attachment_id, file_name, call_id FROM session_attachment WHERE session_id = :from
      ON CONFLICT DO NOTHING
      """)
  void share(SessionId from, SessionId to);

  @SqlQuery("SELECT EXISTS (SELECT FROM session_attachment WHERE attachment_id = :attachmentId)")
  boolean isUsed(AttachmentId attachmentId);

  @SqlUpdate(
      """
      INSERT INTO session_attachment (session_id, attachment_id, call_id)
      VALUES (:sessionId, :attachmentId, :callId)
      """)
  void insertGiven(SessionId sessionId, AttachmentId attachmentId, String callId);
}
