package io.agentservice.server.knowledge;

import io.agentservice.server.ids.FolderId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface FolderSql {
  /** One change of an organization's tree at a time, so that what was checked still holds. */
  @SqlQuery("SELECT org_id FROM organization WHERE org_id = :orgId FOR NO KEY UPDATE")
  String lockTree(String orgId);

  @SqlQuery(
      """
      SELECT f.folder_id, f.name, f.parent_folder_id, folder_path(f.folder_id) AS path,
             (SELECT count(*) FROM note n WHERE n.folder_id = f.folder_id) AS note_count
        FROM folder f
       WHERE f.org_id = :orgId
       ORDER BY folder_path(f.folder_id) COLLATE "C"
      """)
  List<Folder> tree(String orgId);

  @SqlQuery("SELECT count(*) FROM note WHERE org_id = :orgId AND folder_id IS NULL")
  long rootNoteCount(String orgId);

  @SqlUpdate(
      """
      INSERT INTO folder (folder_id, org_id, parent_folder_id, name)
      VALUES (:folderId, :orgId, :parentFolderId, :name)
      """)
  void insert(FolderId folderId, String orgId, @Nullable String parentFolderId, String name);

  @SqlUpdate(
      """
      UPDATE folder
         SET parent_folder_id = :parentFolderId, name = :name, updated_at = greatest(updated_at, now())
       WHERE folder_id = :folderId
      """)
  void update(FolderId folderId, @Nullable String parentFolderId, String name);

  /** Waits for notes that are being put into the folder, and keeps further ones out. */
  @SqlQuery(
      "SELECT folder_id FROM folder WHERE org_id = :orgId AND folder_id = :folderId FOR UPDATE")
  Optional<String> lock(String orgId, FolderId folderId);

  @SqlUpdate("DELETE FROM folder WHERE folder_id = :folderId")
  void delete(FolderId folderId);
}
