package io.agentservice.server.sessions;

import io.agentservice.server.ids.OutpostId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.sessions.Status.Detail;
import java.math.BigDecimal;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** The changes of a session's state; each is called with its row locked. */
interface TransitionSql {
  /**
   * A new status; {@code raise} is 1 when whoever worked on it until now must not write any more.
   */
  @SqlUpdate(
      """
      UPDATE session
         SET status = :status, status_detail = :detail, epoch = epoch + :raise, updated_at = greatest(updated_at, now()),
             prior_detail = CASE WHEN status = 'RUNNING' THEN status_detail ELSE prior_detail END
       WHERE session_id = :sessionId
      """)
  void move(SessionId sessionId, Status status, @Nullable Detail detail, int raise);

  @SqlUpdate(
      "UPDATE session SET idle_since = coalesce(idle_since, now()) WHERE session_id = :sessionId")
  void startIdleClock(SessionId sessionId);

  @SqlUpdate("UPDATE session SET idle_since = NULL WHERE session_id = :sessionId")
  void stopIdleClock(SessionId sessionId);

  /**
   * A remote is there; machine time starts unless it already runs. Answers the connection's number.
   */
  @SqlQuery(
      """
      UPDATE session
         SET failures = 0, has_connected = true, connected_at = coalesce(connected_at, now()), connection = connection + 1
       WHERE session_id = :sessionId
      RETURNING connection
      """)
  long attach(SessionId sessionId);

  /** The remote is gone: books the machine time, 900 seconds an ACU. */
  @SqlUpdate(
      """
      UPDATE session
         SET machine_acus = machine_acus + coalesce(extract(epoch FROM now() - connected_at), 0) / 900,
             connected_at = NULL
       WHERE session_id = :sessionId
      """)
  void detach(SessionId sessionId);

  @SqlUpdate("UPDATE session SET model_acus = model_acus + :acus WHERE session_id = :sessionId")
  void book(SessionId sessionId, BigDecimal acus);

  @SqlUpdate(
      "UPDATE session SET error_code = :code, error_message = :message WHERE session_id = :sessionId")
  void error(SessionId sessionId, @Nullable String code, @Nullable String message);

  @SqlUpdate("UPDATE session SET outpost_id = :outpostId WHERE session_id = :sessionId")
  void place(SessionId sessionId, @Nullable OutpostId outpostId);

  @SqlUpdate(
      """
      UPDATE session SET is_archived = :archived, updated_at = greatest(updated_at, now())
       WHERE session_id = :sessionId
      """)
  void archived(SessionId sessionId, boolean archived);

  @SqlUpdate("UPDATE session SET structured_output = :output::jsonb WHERE session_id = :sessionId")
  void structuredOutput(SessionId sessionId, String output);

  @SqlUpdate("DELETE FROM connect_token WHERE session_id = :sessionId")
  void deleteTokens(SessionId sessionId);

  @SqlUpdate("DELETE FROM session_secret WHERE session_id = :sessionId")
  void eraseSecrets(SessionId sessionId);

  @SqlUpdate("DELETE FROM message WHERE session_id = :sessionId AND delivery = 'queued'")
  void dropQueuedMessages(SessionId sessionId);
}
