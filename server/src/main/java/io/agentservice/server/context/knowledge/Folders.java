package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Folders of notes; changes lock an organization's tree. */
public final class Folders {
  /** How many folders a path may name. */
  public static final int MAX_DEPTH = 10;

  private static final AuditTrail<Folder> AUDIT =
      AuditTrail.of("folder", "update", Folder::orgId)
          .naming("folder_id", Folder::folderId)
          .naming("name", Folder::name)
          .naming("access_type", _ -> "org")
          .changing("name", Folder::name)
          .changing("parent_folder_id", Folder::parentFolderId);

  private final Database database;

  Folders(Database database) {
    this.database = database;
  }

  /** All folders, by path, and how many notes are in none. */
  public record Tree(List<Folder> folders, long rootNoteCount) {}

  /** Those of an organization, or of all of the account's. */
  public Tree tree(Scope scope) {
    return database.inTransaction(tx -> {
      var sql = tx.on(FolderSql.class);
      return new Tree(sql.tree(scope), sql.rootNoteCount(scope));
    });
  }

  /** 404 when it is not the organization's. */
  public void check(Scope scope, FolderId id) {
    if (find(tree(scope).folders(), id).isEmpty()) {
      throw noSuchFolder();
    }
  }

  /** 409 {@code name_taken}; 422 for an unknown parent or beyond the depth. */
  public Folder create(Scope scope, String name, @Nullable FolderId parentId, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(FolderSql.class);
      var org = org(scope);
      var tree = lockedTree(sql, scope);
      var id = Id.create(FolderId.class);
      var parent = parent(tree, parentId);
      checkDepth(parent, 1);
      checkName(tree, id, name, parentId);
      sql.insert(id, org, parentId, name);
      var folder = find(sql.tree(scope), id).orElseThrow();
      AUDIT.created(tx, caller, folder);
      return folder;
    });
  }

  /** Renames or moves a folder with all below; 422 also for a move into itself. */
  public Folder change(
      Scope scope, FolderId id, Patch<String> name, Patch<FolderId> parent, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(FolderSql.class);
      var tree = lockedTree(sql, scope);
      var before = find(tree, id).orElseThrow(Folders::noSuchFolder);
      var newName = name.over(before.name(), before.name());
      var newParentId = parent.overNullable(before.parentFolderId());
      var newParent = parent(tree, newParentId);
      if (newParent != null && newParent.within(before)) {
        throw invalidParent("inconsistent", "A folder can't be moved into itself");
      }
      checkDepth(newParent, height(tree, before));
      checkName(tree, id, newName, newParentId);
      sql.update(org(scope), id, newParentId, newName);
      var folder = find(sql.tree(scope), id).orElseThrow();
      AUDIT.updated(tx, caller, before, folder);
      return folder;
    });
  }

  /** Answers what it was; 409 {@code folder_not_empty}. */
  public Folder delete(Scope scope, FolderId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(FolderSql.class);
      var org = org(scope);
      sql.lockTree(org);
      if (sql.lock(org, id).isEmpty()) {
        throw noSuchFolder();
      }
      var tree = sql.tree(scope);
      var folder = find(tree, id).orElseThrow();
      boolean empty =
          folder.noteCount() == 0
              && tree.stream().noneMatch(other -> id.equals(other.parentFolderId()));
      if (!empty) {
        throw Problem.conflict(
                "folder_not_empty",
                "The folder holds notes or folders",
                "Move or delete what is in it first")
            .exception();
      }
      sql.delete(org, id);
      AUDIT.deleted(tx, caller, folder);
      return folder;
    });
  }

  private static List<Folder> lockedTree(FolderSql sql, Scope scope) {
    sql.lockTree(org(scope));
    return sql.tree(scope);
  }

  private static Optional<Folder> find(List<Folder> tree, FolderId id) {
    return tree.stream().filter(folder -> folder.folderId().equals(id)).findFirst();
  }

  private static @Nullable Folder parent(List<Folder> tree, @Nullable FolderId id) {
    return id == null
        ? null
        : find(tree, id)
            .orElseThrow(
                () -> invalidParent("unknown_reference", "No such folder in this organization"));
  }

  /** How many levels the folder and all below it take. */
  private static int height(List<Folder> tree, Folder folder) {
    int deepest =
        tree.stream().filter(other -> other.within(folder)).mapToInt(Folder::depth).max().orElse(0);
    return deepest - folder.depth() + 1;
  }

  private static void checkDepth(@Nullable Folder parent, int height) {
    if ((parent == null ? 0 : parent.depth()) + height > MAX_DEPTH) {
      throw invalidParent("not_allowed", "Folders can be nested at most " + MAX_DEPTH + " deep");
    }
  }

  private static void checkName(
      List<Folder> tree, FolderId id, String name, @Nullable FolderId parentId) {
    boolean taken =
        tree.stream()
            .filter(other -> !other.folderId().equals(id))
            .filter(other -> Objects.equals(other.parentFolderId(), parentId))
            .anyMatch(other -> other.name().equals(name));
    if (taken) {
      throw Problem.conflict(
              "name_taken", "A folder of this name is there already", "Choose another name")
          .exception();
    }
  }

  private static OrgId org(Scope scope) {
    return Objects.requireNonNull(scope.orgId(), "folders belong to an organization");
  }

  private static RuntimeException invalidParent(String type, String msg) {
    return Problem.invalid(new Failure(List.of("body", "parent_folder_id"), msg, type)).exception();
  }

  private static RuntimeException noSuchFolder() {
    return Problem.notFound("folder").exception();
  }

  /** The folders of an organization that is gone, when their notes are. */
  public Belongings.Left erase(Tx tx, OrgId org) {
    tx.on(FolderSql.class).erase(org);
    return Belongings.Left.NOTHING;
  }
}
