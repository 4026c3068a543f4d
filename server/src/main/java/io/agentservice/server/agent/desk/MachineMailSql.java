package io.agentservice.server.agent.desk;

import io.agentservice.server.agent.desk.MachineQuestion.Kind;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** Rows live for seconds. */
interface MachineMailSql {
  @SqlUpdate(
      """
      INSERT INTO file_question (question_id, session_id, kind, path)
      VALUES (:id, :sessionId, :kind, :about)
      """)
  int ask(EventId id, SessionId sessionId, Kind kind, String about);

  @SqlQuery(
      """
      SELECT taken_at IS NOT NULL AS taken, refusal, body FROM file_question WHERE question_id = :id
      """)
  Optional<Reply> reply(EventId id);

  @SqlQuery(
      """
      UPDATE file_question
         SET taken_at = clock_timestamp()
       WHERE question_id IN (SELECT question_id FROM file_question
                              WHERE session_id = ANY (:attached) AND taken_at IS NULL
                                AND asked_at > clock_timestamp() - make_interval(secs => :seconds)
                              ORDER BY asked_at
                              LIMIT :most
                                FOR UPDATE SKIP LOCKED)
      RETURNING question_id, session_id, kind, path AS about
      """)
  List<MachineLetter> take(Collection<SessionId> attached, int seconds, int most);

  @SqlUpdate("UPDATE file_question SET refusal = :refusal, body = :body WHERE question_id = :id")
  int answer(EventId id, @Nullable String refusal, byte[] body);

  @SqlUpdate("DELETE FROM file_question WHERE question_id = :id")
  int remove(EventId id);

  @SqlUpdate("DELETE FROM file_question WHERE asked_at < clock_timestamp() - interval '1 minute'")
  int sweep();

  /** Without a body there is no answer yet. */
  record Reply(boolean taken, @Nullable String refusal, byte @Nullable [] body) {}
}
