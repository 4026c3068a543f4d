package io.agentservice.server.knowledge;

import io.agentservice.server.http.Window;
import io.agentservice.server.ids.FolderId;
import io.agentservice.server.ids.NoteId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface NoteSql {
  String SELECT =
      """
      SELECT n.note_id, n.name, n.body, n.trigger, n.folder_id, folder_path(n.folder_id) AS folder_path,
             n.is_enabled, n.pinned_repo, n.org_id, n.created_at, n.updated_at
        FROM note n
      """;

  String PAGE =
      """
         AND (:beforeTime::timestamptz IS NULL OR (n.created_at, n.note_id) < (:beforeTime, :beforeId))
       ORDER BY n.created_at DESC, n.note_id DESC
       LIMIT :limit
      """;

  String FILTER =
      """
       WHERE n.account_id = :accountId
         AND (n.org_id = :orgId OR :includeEnterprise::boolean AND n.org_id IS NULL)
         AND (:search::text IS NULL
              OR strpos(lower(n.name), lower(:search)) > 0
              OR strpos(lower(n.trigger), lower(:search)) > 0
              OR strpos(lower(n.body), lower(:search)) > 0)
         AND (:folderPath::text IS NULL
              OR n.folder_id IN (SELECT f.folder_id FROM folder f
                                  WHERE f.org_id = :orgId
                                    AND starts_with(folder_path(f.folder_id) || '/', :folderPath || '/')))
         AND (:pinnedPath::text IS NULL
              OR n.pinned_path = :pinnedPath
                 AND (:pinnedHost::text IS NULL OR n.pinned_host IS NULL OR n.pinned_host = :pinnedHost))
      """;

  /** Bytes of the notes that {@link #list} would answer. */
  @SqlQuery("SELECT octet_length(n.body) + octet_length(n.trigger) FROM note n " + FILTER + PAGE)
  List<Long> sizes(@BindMethods NoteFilter filter, @BindMethods Window window);

  @SqlQuery(SELECT + FILTER + PAGE)
  List<Note> list(@BindMethods NoteFilter filter, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT FROM note n " + FILTER + " LIMIT :most) AS matching")
  long count(@BindMethods NoteFilter filter, long most);

  @SqlQuery(SELECT + " WHERE n.org_id = :orgId AND n.note_id = :noteId")
  Optional<Note> find(String orgId, NoteId noteId);

  /** The organization's or the enterprise's. */
  @SqlQuery(
      SELECT
          + """
           WHERE n.account_id = :accountId AND (n.org_id = :orgId OR n.org_id IS NULL) AND n.note_id = :noteId
          """)
  Optional<Note> findReadable(String accountId, String orgId, NoteId noteId);

  /** Those of the ids that the organization may read. */
  @SqlQuery(
      """
      SELECT note_id FROM note
       WHERE account_id = :accountId AND (org_id = :orgId OR org_id IS NULL) AND note_id = ANY (:ids)
      """)
  Set<String> known(String accountId, String orgId, List<String> ids);

  /**
   * Enabled notes, those first that are pinned to one of the repositories, then the newest. A
   * repository's host is empty when it has none.
   */
  @SqlQuery(
      """
      SELECT n.note_id, n.name, left(n.body, :characters) AS body, n.trigger, n.folder_id,
             folder_path(n.folder_id) AS folder_path, n.is_enabled, n.pinned_repo, n.org_id, n.created_at, n.updated_at
        FROM note n
       WHERE n.account_id = :accountId AND (n.org_id = :orgId OR n.org_id IS NULL) AND n.is_enabled
         AND (:ids::text[] IS NULL OR n.note_id = ANY (:ids))
         AND (n.pinned_repo IS NULL OR n.pinned_repo = 'all'
              OR EXISTS (SELECT FROM unnest(:hosts::text[], :paths::text[]) AS repo (host, path)
                          WHERE repo.path = n.pinned_path
                            AND (repo.host = '' OR n.pinned_host IS NULL OR repo.host = n.pinned_host)))
       ORDER BY n.pinned_repo IS NULL, n.created_at DESC, n.note_id DESC
       LIMIT :limit
      """)
  List<Note> fitting(
      String accountId,
      String orgId,
      @Nullable List<String> ids,
      List<String> hosts,
      List<String> paths,
      int characters,
      int limit);

  /** Locks the note to the end of the transaction. */
  @SqlQuery(SELECT + " WHERE n.org_id = :orgId AND n.note_id = :noteId FOR UPDATE")
  Optional<Note> lock(String orgId, NoteId noteId);

  /** Keeps the folder from being deleted until the end of the transaction; empty without one. */
  @SqlQuery(
      """
      SELECT folder_id FROM folder WHERE org_id = :orgId AND folder_id = :folderId FOR KEY SHARE
      """)
  Optional<String> holdFolder(String orgId, FolderId folderId);

  @SqlUpdate(
      """
      INSERT INTO note (note_id, account_id, org_id, folder_id, name, body, trigger, is_enabled,
                        pinned_repo, pinned_host, pinned_path)
      VALUES (:noteId, :accountId, :orgId, :folderId, :name, :body, :trigger, :isEnabled,
              :pinnedRepo, :pinnedHost, :pinnedPath)
      """)
  void insert(NoteId noteId, String accountId, String orgId, @BindMethods Content content);

  @SqlUpdate(
      """
      UPDATE note
         SET folder_id = :folderId, name = :name, body = :body, trigger = :trigger,
             is_enabled = :isEnabled, pinned_repo = :pinnedRepo, pinned_host = :pinnedHost,
             pinned_path = :pinnedPath, updated_at = greatest(updated_at, now())
       WHERE note_id = :noteId
      """)
  void update(NoteId noteId, @BindMethods Content content);

  @SqlUpdate("DELETE FROM note WHERE note_id = :noteId")
  void delete(NoteId noteId);

  /** What can be written of a note. */
  record Content(
      String name,
      String body,
      String trigger,
      @Nullable String folderId,
      boolean isEnabled,
      @Nullable String pinnedRepo,
      @Nullable String pinnedHost,
      @Nullable String pinnedPath) {}
}
