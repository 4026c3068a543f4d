package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.ids.OrgId;
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
             n.is_enabled, n.macro, n.pinned_repo, n.org_id, n.created_at, n.updated_at
        FROM note n
      """;

  /** In the account's view nothing is left of an organization that was deleted. */
  String LIVING =
      """
       AND NOT EXISTS (SELECT FROM organization o WHERE o.org_id = n.org_id AND o.deleted_at IS NOT NULL)
      """;

  /** Readable: the scope's own and the enterprise's. */
  String OWN =
      " WHERE n.account_id = :accountId AND (:orgId::text IS NULL OR n.org_id = :orgId) " + LIVING;

  /** The scope's own and those of the enterprise. */
  String READABLE =
      """
       WHERE n.account_id = :accountId AND (:orgId::text IS NULL OR n.org_id = :orgId OR n.org_id IS NULL)
      """
          + LIVING;

  String FILTER =
      READABLE
          + """
             AND (:accessType::text IS NULL OR (n.org_id IS NULL) = (:accessType = 'enterprise'))
             AND (:search::text IS NULL
                  OR strpos(lower(n.name), lower(:search)) > 0
                  OR strpos(lower(n.trigger), lower(:search)) > 0
                  OR strpos(lower(n.body), lower(:search)) > 0)
             AND (:folderPath::text IS NULL
                  OR n.folder_id IN (SELECT f.folder_id FROM folder f
                                      WHERE (:orgId::text IS NULL OR f.org_id = :orgId)
                                        AND starts_with(folder_path(f.folder_id) || '/', :folderPath || '/')))
             AND (:pinnedPath::text IS NULL
                  OR n.pinned_path = :pinnedPath
                     AND (:pinnedHost::text IS NULL OR n.pinned_host IS NULL OR n.pinned_host = :pinnedHost))
          """;

  String PAGE =
      """
         AND (:beforeTime::timestamptz IS NULL OR (n.created_at, n.note_id) < (:beforeTime, :beforeId))
       ORDER BY n.created_at DESC, n.note_id DESC
       LIMIT :limit
      """;

  /** Bytes of the notes that {@link #list} would answer. */
  @SqlQuery("SELECT octet_length(n.body) + octet_length(n.trigger) FROM note n " + FILTER + PAGE)
  List<Long> sizes(
      @BindMethods Scope scope, @BindMethods NoteFilter filter, @BindMethods Window window);

  @SqlQuery(SELECT + FILTER + PAGE)
  List<Note> list(
      @BindMethods Scope scope, @BindMethods NoteFilter filter, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT FROM note n " + FILTER + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, @BindMethods NoteFilter filter, long most);

  @SqlQuery(SELECT + READABLE + " AND n.note_id = :noteId")
  Optional<Note> find(@BindMethods Scope scope, NoteId noteId);

  @SqlQuery("SELECT EXISTS (SELECT FROM note n " + OWN + " AND n.note_id = :noteId)")
  boolean owns(@BindMethods Scope scope, NoteId noteId);

  /** Those of the ids that the scope may read. */
  @SqlQuery("SELECT n.note_id FROM note n " + READABLE + " AND n.note_id = ANY (:ids)")
  Set<String> known(@BindMethods Scope scope, List<String> ids);

  /**
   * Enabled notes, those pinned to the repositories first, then the newest; the host may be empty.
   */
  @SqlQuery(
      """
      SELECT n.note_id, n.name, left(n.body, :characters) AS body, n.trigger, n.folder_id,
             folder_path(n.folder_id) AS folder_path, n.is_enabled, n.macro, n.pinned_repo, n.org_id, n.created_at,
             n.updated_at
        FROM note n
      """
          + READABLE
          + """
             AND n.is_enabled
             AND (:ids::text[] IS NULL OR n.note_id = ANY (:ids))
             AND (n.pinned_repo IS NULL OR n.pinned_repo = 'all'
                  OR EXISTS (SELECT FROM unnest(:hosts::text[], :paths::text[]) AS repo (host, path)
                              WHERE repo.path = n.pinned_path
                                AND (repo.host = '' OR n.pinned_host IS NULL OR repo.host = n.pinned_host)))
           ORDER BY n.pinned_repo IS NULL, n.created_at DESC, n.note_id DESC
           LIMIT :limit
          """)
  List<Note> fitting(
      @BindMethods Scope scope,
      @Nullable List<String> ids,
      List<String> hosts,
      List<String> paths,
      int characters,
      int limit);

  /** Locks a note of the scope's own to the end of the transaction. */
  @SqlQuery(SELECT + OWN + " AND n.note_id = :noteId FOR UPDATE OF n")
  Optional<Note> lock(@BindMethods Scope scope, NoteId noteId);

  /** Keeps the folder from being deleted until the end of the transaction; empty without one. */
  @SqlQuery(
      """
      SELECT folder_id FROM folder WHERE org_id = :orgId AND folder_id = :folderId FOR KEY SHARE
      """)
  Optional<String> holdFolder(OrgId orgId, FolderId folderId);

  @SqlUpdate(
      """
      INSERT INTO note (note_id, account_id, org_id, folder_id, name, body, trigger, is_enabled, macro,
                        pinned_repo, pinned_host, pinned_path)
      VALUES (:noteId, :accountId, :orgId, :folderId, :name, :body, :trigger, :isEnabled, :macro,
              :pinnedRepo, :pinnedHost, :pinnedPath)
      """)
  void insert(
      NoteId noteId, AccountId accountId, @Nullable OrgId orgId, @BindMethods Content content);

  @SqlUpdate(
      "UPDATE note n"
          + """
             SET folder_id = :folderId, name = :name, body = :body, trigger = :trigger,
                 is_enabled = :isEnabled, macro = :macro, pinned_repo = :pinnedRepo,
                 pinned_host = :pinnedHost, pinned_path = :pinnedPath,
                 updated_at = greatest(updated_at, now())
          """
          + OWN
          + " AND n.note_id = :noteId")
  void update(@BindMethods Scope scope, NoteId noteId, @BindMethods Content content);

  @SqlUpdate("DELETE FROM note n " + OWN + " AND n.note_id = :noteId")
  void delete(@BindMethods Scope scope, NoteId noteId);

  @SqlUpdate(
      """
      DELETE FROM note
       WHERE note_id IN (SELECT note_id FROM note WHERE org_id = :orgId LIMIT :most)
      """)
  int erase(OrgId orgId, int most);

  /** What can be written of a note. */
  record Content(
      String name,
      String body,
      String trigger,
      @Nullable FolderId folderId,
      boolean isEnabled,
      @Nullable String macro,
      @Nullable String pinnedRepo,
      @Nullable String pinnedHost,
      @Nullable String pinnedPath) {}
}
