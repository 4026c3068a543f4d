package io.agentservice.server.agent.machines.servers;

import io.agentservice.server.base.ids.SessionId;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface MachinePlaceSql {
  /** A connection that came later stays. */
  @SqlUpdate(
      """
      INSERT INTO machine_place (session_id, epoch, connection, server, address)
      SELECT session_id, :epoch, :connection, :server, :address FROM session WHERE session_id = :sessionId
      ON CONFLICT (session_id) DO UPDATE
         SET epoch = excluded.epoch, connection = excluded.connection, server = excluded.server, address = excluded.address
       WHERE (machine_place.epoch, machine_place.connection) <= (excluded.epoch, excluded.connection)
      """)
  void put(SessionId sessionId, long epoch, long connection, String server, String address);

  @SqlUpdate(
      """
      DELETE FROM machine_place WHERE session_id = :sessionId AND epoch = :epoch AND server = :server
      """)
  void remove(SessionId sessionId, long epoch, String server);

  /** Of the connection that counts: a server that died has left its rows. */
  @SqlQuery(
      """
      SELECT p.server, p.address, floor(extract(epoch FROM clock_timestamp()))::bigint AS now
        FROM machine_place p JOIN session s USING (session_id)
       WHERE session_id = :sessionId AND p.epoch = s.epoch AND p.connection = s.connection
      """)
  Optional<Row> of(SessionId sessionId);

  @SqlQuery("SELECT floor(extract(epoch FROM clock_timestamp()))::bigint")
  long now();

  /** {@code now}: seconds of the database's clock. */
  record Row(String server, String address, long now) {}
}
