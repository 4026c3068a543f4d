package io.agentservice.server.engine.messages;

import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface MessageSql {
  String COLUMNS =
      "event_id, source, message, created_at, origin, user_id, username, delivery, attachment_ids, attachment_links, position";

  @SqlUpdate(
      """
      INSERT INTO message (event_id, session_id, source, message, origin, user_id, username, delivery, attachment_ids,
                           attachment_links)
      VALUES (:eventId, :sessionId, :source, :message, :origin, :userId, :username, :delivery, :attachmentIds,
              :attachmentLinks)
      """)
  void insert(@BindMethods NewMessage message);

  @SqlQuery(
      "SELECT "
          + COLUMNS
          + """
            FROM message
           WHERE session_id = :sessionId AND position > :after
           ORDER BY position
           LIMIT :limit
          """)
  List<Message> list(SessionId sessionId, long after, int limit);

  @SqlQuery(
      "SELECT " + COLUMNS + " FROM message WHERE session_id = :sessionId AND event_id = :eventId")
  Optional<Message> find(SessionId sessionId, EventId eventId);

  /** Bytes of the messages that {@link #list} would answer. */
  @SqlQuery(
      """
      SELECT octet_length(message) FROM message
       WHERE session_id = :sessionId AND position > :after
       ORDER BY position
       LIMIT :limit
      """)
  List<Long> sizes(SessionId sessionId, long after, int limit);

  @SqlQuery(
      """
      SELECT count(*) FROM (SELECT FROM message WHERE session_id = :sessionId LIMIT :most) AS matching
      """)
  long count(SessionId sessionId, long most);

  @SqlQuery(
      "SELECT EXISTS (SELECT FROM message WHERE session_id = :sessionId AND delivery = 'queued')")
  boolean queued(SessionId sessionId);

  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM message WHERE session_id = :sessionId AND delivery = 'queued' ORDER BY position")
  List<Message> waiting(SessionId sessionId);

  /** Of at most 4,096 characters each. */
  @SqlQuery(
      """
      SELECT event_id, left(message, 4096) AS beginning, char_length(message) AS characters, created_at, user_id, username,
             position = (SELECT min(position) FROM message WHERE session_id = :sessionId) AS prompt,
             cardinality(attachment_ids) + cardinality(attachment_links) AS attachments
        FROM message
       WHERE session_id = :sessionId AND delivery = 'queued'
       ORDER BY position
       LIMIT :limit
      """)
  List<Queued> queue(SessionId sessionId, int limit);

  /** Marks the queued messages delivered and answers them, oldest first. */
  @SqlQuery(
      """
      WITH taken AS (
        UPDATE message SET delivery = 'delivered'
         WHERE session_id = :sessionId AND delivery = 'queued'
        RETURNING event_id, source, message, created_at, origin, user_id, username, delivery, attachment_ids,
                  attachment_links, position
      )
      SELECT * FROM taken ORDER BY position
      """)
  List<Message> deliver(SessionId sessionId);

  /** Drops one that waits, but for the prompt of the session, and answers it. */
  @SqlQuery(
      "DELETE FROM message WHERE session_id = :sessionId AND event_id = :eventId AND delivery = 'queued'"
          + " AND position > (SELECT min(position) FROM message WHERE session_id = :sessionId) RETURNING "
          + COLUMNS)
  Optional<Message> withdraw(SessionId sessionId, EventId eventId);

  @SqlUpdate("DELETE FROM message WHERE session_id = :sessionId AND delivery = 'queued'")
  void dropQueued(SessionId sessionId);

  @SqlUpdate(
      """
      DELETE FROM message
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM message WHERE session_id = ANY (:sessions) LIMIT :most))
      """)
  int erase(List<SessionId> sessions, int most);

  record NewMessage(
      String eventId,
      SessionId sessionId,
      String source,
      String message,
      @Nullable String origin,
      @Nullable String userId,
      @Nullable String username,
      String delivery,
      List<AttachmentId> attachmentIds,
      List<String> attachmentLinks) {}
}
