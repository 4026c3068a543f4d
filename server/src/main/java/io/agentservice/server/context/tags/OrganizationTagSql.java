package io.agentservice.server.context.tags;

import io.agentservice.server.base.ids.OrgId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface OrganizationTagSql {
  /** Whoever writes the tags of the organization waits here for the others. */
  @SqlQuery("SELECT true FROM organization WHERE org_id = :orgId FOR NO KEY UPDATE")
  boolean lock(OrgId orgId);

  /** In code-point order. */
  @SqlQuery("SELECT tag FROM organization_tag WHERE org_id = :orgId ORDER BY tag")
  List<String> tags(OrgId orgId);

  @SqlUpdate(
      """
      INSERT INTO organization_tag (org_id, tag) SELECT :orgId, tag FROM unnest(:tags::text[]) AS t (tag)
      ON CONFLICT DO NOTHING
      """)
  void add(OrgId orgId, Collection<String> tags);

  @SqlUpdate("DELETE FROM organization_tag WHERE org_id = :orgId AND NOT tag = ANY (:tags)")
  void keepOnly(OrgId orgId, Collection<String> tags);

  @SqlQuery(
      "SELECT default_tag FROM organization WHERE org_id = :orgId AND default_tag IS NOT NULL")
  Optional<String> defaultTag(OrgId orgId);

  @SqlUpdate("UPDATE organization SET default_tag = :tag WHERE org_id = :orgId")
  void makeDefault(OrgId orgId, @Nullable String tag);

  @SqlUpdate("DELETE FROM organization_tag WHERE org_id = :orgId")
  void erase(OrgId orgId);
}
