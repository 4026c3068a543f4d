package io.agentservice.server.sessions;

import io.agentservice.server.ids.SessionId;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

interface TokenSql {
  @SqlQuery("SELECT session_id, epoch FROM connect_token WHERE token_sha256 = :digest")
  Optional<Row> find(byte[] digest);

  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM queue_entry
                      WHERE session_id = :sessionId AND phase = 'CLAIMED'
                        AND claim_deadline < clock_timestamp() + make_interval(secs => :claimSeconds / 2.0))
      """)
  boolean isHalfOver(SessionId sessionId, int claimSeconds);

  record Row(String sessionId, long epoch) {}
}
