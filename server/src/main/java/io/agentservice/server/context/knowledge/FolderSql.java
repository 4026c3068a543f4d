package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface FolderSql {
  /** One change of an organization's tree at a time, so that what was checked still holds. */
  @SqlQuery("SELECT org_id FROM organization WHERE org_id = :orgId FOR NO KEY UPDATE")
  String lockTree(OrgId orgId);

  @SqlQuery(
      """
      SELECT t.folder_id, t.org_id, t.name, t.parent_folder_id, t.path, t.created_at,
             (SELECT count(*) FROM note n WHERE n.folder_id = t.folder_id) AS note_count
        FROM (SELECT f.*,
                     CASE WHEN :orgId::text IS NULL THEN '/' || o.name ELSE '' END || folder_path(f.folder_id) AS path
                FROM folder f JOIN organization o ON o.org_id = f.org_id
               WHERE o.account_id = :accountId AND (:orgId::text IS NULL OR f.org_id = :orgId)
                 AND o.deleted_at IS NULL) AS t
       ORDER BY t.path COLLATE "C"
      """)
  List<Folder> tree(@BindMethods Scope scope);

  @SqlQuery(
      """
      SELECT count(*) FROM note n
       WHERE account_id = :accountId AND (:orgId::text IS NULL OR org_id = :orgId) AND folder_id IS NULL
      """
          + NoteSql.LIVING)
  long rootNoteCount(@BindMethods Scope scope);

  @SqlUpdate(
      """
      INSERT INTO folder (folder_id, org_id, parent_folder_id, name)
      VALUES (:folderId, :orgId, :parentFolderId, :name)
      """)
  void insert(FolderId folderId, OrgId orgId, @Nullable FolderId parentFolderId, String name);

  @SqlUpdate(
      """
      UPDATE folder
         SET parent_folder_id = :parentFolderId, name = :name, updated_at = greatest(updated_at, now())
       WHERE org_id = :orgId AND folder_id = :folderId
      """)
  void update(OrgId orgId, FolderId folderId, @Nullable FolderId parentFolderId, String name);

  /** Waits for notes being put into the folder, and keeps out further ones. */
  @SqlQuery(
      "SELECT folder_id FROM folder WHERE org_id = :orgId AND folder_id = :folderId FOR UPDATE")
  Optional<String> lock(OrgId orgId, FolderId folderId);

  @SqlUpdate("DELETE FROM folder WHERE org_id = :orgId AND folder_id = :folderId")
  void delete(OrgId orgId, FolderId folderId);

  /** All at once, without notes. */
  @SqlUpdate("DELETE FROM folder WHERE org_id = :orgId")
  void erase(OrgId orgId);
}
