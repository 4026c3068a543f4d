package io.agentservice.server.sessions;

import io.agentservice.server.ids.SessionId;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

interface TokenSql {
  @SqlQuery("SELECT session_id, epoch FROM connect_token WHERE token_sha256 = :digest")
  Optional<Row> find(byte[] digest);

  @SqlQuery(
      """
      SELECT extract(epoch FROM claim_deadline - clock_timestamp())::bigint
        FROM queue_entry WHERE session_id = :sessionId AND phase = 'CLAIMED'
      """)
  Optional<Long> secondsLeft(SessionId sessionId);

  record Row(String sessionId, long epoch) {}
}
