package io.agentservice.server.base.background;

import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface LeadershipSql {
  @SqlUpdate(
      """
      UPDATE leader SET until = now() + make_interval(secs => :seconds)
       WHERE node = :node AND until > now()
      """)
  int renew(String node, long seconds);

  @SqlUpdate(
      """
      INSERT INTO leader (node, until) VALUES (:node, now() + make_interval(secs => :seconds))
      ON CONFLICT (one) DO UPDATE SET node = excluded.node, until = excluded.until
       WHERE leader.until <= now()
      """)
  int take(String node, long seconds);

  @SqlUpdate("DELETE FROM leader WHERE node = :node")
  int release(String node);
}
