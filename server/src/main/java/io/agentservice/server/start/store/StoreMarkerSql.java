package io.agentservice.server.start.store;

import io.agentservice.server.base.ids.AttachmentId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface StoreMarkerSql {
  /** One node at a time names the store. */
  @SqlQuery("SELECT pg_advisory_xact_lock(hashtext('attachment store')) IS NOT NULL")
  boolean lock();

  @SqlQuery(
      "SELECT convert_from(value, 'UTF8') FROM installation_secret WHERE name = 'attachment_store'")
  Optional<String> marker();

  @SqlUpdate(
      """
      INSERT INTO installation_secret (name, value)
      VALUES ('attachment_store', convert_to(:marker, 'UTF8'))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
  void setMarker(String marker);

  /** Some whose bytes are whole. */
  @SqlQuery(
      """
      SELECT attachment_id FROM attachment WHERE state = 'KEPT' ORDER BY created_at DESC LIMIT :limit
      """)
  List<AttachmentId> newest(int limit);
}
