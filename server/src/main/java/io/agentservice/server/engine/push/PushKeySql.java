package io.agentservice.server.engine.push;

import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface PushKeySql {
  /** {@code privateKey}: sealed. */
  record Row(byte[] publicKey, byte[] privateKey) {}

  @SqlQuery("SELECT public_key, private_key FROM push_key")
  Optional<Row> find();

  /** Unless another server was first. */
  @SqlUpdate(
      "INSERT INTO push_key (public_key, private_key) VALUES (:publicKey, :sealed) ON CONFLICT DO NOTHING")
  void insert(byte[] publicKey, byte[] sealed);
}
