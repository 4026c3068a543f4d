package io.agentservice.server.base.events;

import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface EventSql {
  /** Numbers and writes the event, unless its epoch or connection is over. */
  @SqlQuery(
      """
      WITH numbered AS (
        UPDATE session SET last_seq = last_seq + 1, updated_at = greatest(updated_at, now())
         WHERE session_id = :sessionId AND epoch = :epoch
           AND connection = :connection
        RETURNING last_seq
      )
      INSERT INTO event (session_id, seq, epoch, type, data)
      SELECT :sessionId, last_seq, :epoch, :type, :data::jsonb FROM numbered
      RETURNING seq
      """)
  Optional<Long> append(SessionId sessionId, long epoch, long connection, String type, String data);

  @SqlQuery(
      """
      SELECT session_id, seq, epoch, type, data::text AS data, created_at
        FROM event
       WHERE session_id = :sessionId AND seq > :after
       ORDER BY seq
       LIMIT :limit
      """)
  List<Row> after(SessionId sessionId, long after, int limit);

  @SqlQuery(
      """
      SELECT coalesce(max(seq), :after) AS last, coalesce(bool_or(type = 'interrupt'), false) AS interrupted
        FROM event
       WHERE session_id = :sessionId AND seq > :after
      """)
  EventNews news(SessionId sessionId, long after);

  @SqlQuery(
      """
      SELECT type FROM event
       WHERE session_id = :sessionId AND type = ANY (:types)
       ORDER BY seq DESC
       LIMIT 1
      """)
  Optional<String> newest(SessionId sessionId, List<String> types);

  @SqlQuery("SELECT coalesce(max(seq), 0) FROM event WHERE session_id = :sessionId")
  long last(SessionId sessionId);

  /** The newest before a number, newest first. */
  @SqlQuery(
      """
      SELECT session_id, seq, epoch, type, data::text AS data, created_at
        FROM event
       WHERE session_id = :sessionId AND seq < :before
       ORDER BY seq DESC
       LIMIT :limit
      """)
  List<Row> before(SessionId sessionId, long before, int limit);

  /** As {@link #after}, without the outputs that only people look at. */
  @SqlQuery(
      """
      SELECT session_id, seq, epoch, type,
             (CASE WHEN type = 'tool_result' THEN data - 'output' ELSE data END)::text AS data, created_at
        FROM event
       WHERE session_id = :sessionId AND seq > :after
       ORDER BY seq
       LIMIT :limit
      """)
  List<Row> withoutOutputs(SessionId sessionId, long after, int limit);

  /** Numbers them on behind the last of the other. */
  @SqlUpdate(
      """
      WITH chosen AS (
        SELECT row_number() OVER (ORDER BY seq) AS place, type, data, created_at
          FROM event WHERE session_id = :from AND seq = ANY (:seqs)
      ), numbered AS (
        UPDATE session SET last_seq = last_seq + (SELECT count(*) FROM chosen)
         WHERE session_id = :to
        RETURNING last_seq - (SELECT count(*) FROM chosen) AS before
      )
      INSERT INTO event (session_id, seq, epoch, type, data, created_at)
      SELECT :to, numbered.before + chosen.place, 0, chosen.type, chosen.data, chosen.created_at
        FROM chosen, numbered
      """)
  int copy(SessionId from, List<Long> seqs, SessionId to);

  /** Those of some types, without texts and outputs. */
  @SqlQuery(
      """
      SELECT session_id, seq, epoch, type, (data - 'text' - 'output')::text AS data, created_at
        FROM event
       WHERE session_id = :sessionId AND seq > :after AND type = ANY (:types)
       ORDER BY seq
       LIMIT :limit
      """)
  List<Row> ofTypes(SessionId sessionId, List<String> types, long after, int limit);

  @SqlUpdate(
      """
      DELETE FROM event
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM event WHERE session_id = ANY (:sessions) LIMIT :most))
      """)
  int erase(List<SessionId> sessions, int most);

  record Row(String sessionId, long seq, long epoch, String type, String data, Instant createdAt) {
    Event toEvent() {
      return new Event(new SessionId(sessionId), seq, epoch, type, data, createdAt);
    }
  }
}
