package io.agentservice.server.engine.sessions.secrets;

import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** The sealed secrets of sessions. */
interface SessionSecretSql {
  @SqlUpdate(
      """
      INSERT INTO session_secret (session_id, key, value, sensitive) VALUES (:sessionId, :key, :value, :sensitive)
      """)
  void insert(SessionId sessionId, String key, byte[] value, boolean sensitive);

  @SqlQuery(
      "SELECT key, value, sensitive FROM session_secret WHERE session_id = :sessionId ORDER BY key")
  List<SecretRow> of(SessionId sessionId);

  record SecretRow(String key, byte[] value, boolean sensitive) {}
}
