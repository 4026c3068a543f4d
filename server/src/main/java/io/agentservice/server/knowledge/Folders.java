package io.agentservice.server.knowledge;

import io.agentservice.server.audit.Audit;
import io.agentservice.server.audit.Changes;
import io.agentservice.server.auth.Caller;
import io.agentservice.server.db.Database;
import io.agentservice.server.db.Tx;
import io.agentservice.server.http.Patch;
import io.agentservice.server.ids.FolderId;
import io.agentservice.server.ids.OrgId;
import io.agentservice.server.problems.Failure;
import io.agentservice.server.problems.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The folders of an organization's notes. A change locks the tree, so its rules hold at commit. */
public final class Folders {
  /** How many folders a path may name. */
  public static final int MAX_DEPTH = 10;

  private final Database database;

  Folders(Database database) {
    this.database = database;
  }

  /** All folders, by path, and how many notes are in none. */
  public record Tree(List<Folder> folders, long rootNoteCount) {}

  public Tree tree(OrgId org) {
    return database.inTransaction(tx -> {
      var sql = tx.on(FolderSql.class);
      return new Tree(sql.tree(org.value()), sql.rootNoteCount(org.value()));
    });
  }

  /** The folder; 404 when it is not the organization's. */
  public Folder get(OrgId org, FolderId id) {
    return find(tree(org).folders(), id).orElseThrow(Folders::noSuchFolder);
  }

  /** Creates one; 409 {@code name_taken}; 422 for an unknown parent or beyond the depth. */
  public Folder create(OrgId org, String name, @Nullable FolderId parentId, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(FolderSql.class);
      var tree = lockedTree(sql, org);
      var id = FolderId.create();
      var parent = parent(tree, parentId);
      checkDepth(parent, 1);
      checkName(tree, id, name, parentId);
      sql.insert(id, org.value(), parentId == null ? null : parentId.value(), name);
      var folder = find(sql.tree(org.value()), id).orElseThrow();
      audit(tx, caller, "create_folder", org, folder, null);
      return folder;
    });
  }

  /** Renames or moves one, with all below it; 422 also for a move into itself. */
  public Folder change(
      OrgId org, FolderId id, Patch<String> name, Patch<FolderId> parent, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(FolderSql.class);
      var tree = lockedTree(sql, org);
      var before = find(tree, id).orElseThrow(Folders::noSuchFolder);
      var newName = name.over(before.name(), before.name());
      var newParentId =
          parent.overNullable(
              before.parentFolderId() == null ? null : new FolderId(before.parentFolderId()));
      var newParent = parent(tree, newParentId);
      if (newParent != null && newParent.within(before)) {
        throw invalidParent("inconsistent", "A folder can't be moved into itself");
      }
      checkDepth(newParent, height(tree, before));
      checkName(tree, id, newName, newParentId);
      sql.update(id, newParentId == null ? null : newParentId.value(), newName);
      var folder = find(sql.tree(org.value()), id).orElseThrow();
      audit(tx, caller, "update_folder", org, folder, changes(before, folder));
      return folder;
    });
  }

  /** Deletes an empty one and answers what it was; 409 {@code folder_not_empty}. */
  public Folder delete(OrgId org, FolderId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(FolderSql.class);
      sql.lockTree(org.value());
      if (sql.lock(org.value(), id).isEmpty()) {
        throw noSuchFolder();
      }
      var tree = sql.tree(org.value());
      var folder = find(tree, id).orElseThrow();
      boolean empty =
          folder.noteCount() == 0
              && tree.stream().noneMatch(other -> id.value().equals(other.parentFolderId()));
      if (!empty) {
        throw Problem.conflict(
                "folder_not_empty",
                "The folder holds notes or folders",
                "Move or delete what is in it first")
            .exception();
      }
      sql.delete(id);
      audit(tx, caller, "delete_folder", org, folder, null);
      return folder;
    });
  }

  private static List<Folder> lockedTree(FolderSql sql, OrgId org) {
    sql.lockTree(org.value());
    return sql.tree(org.value());
  }

  private static Optional<Folder> find(List<Folder> tree, FolderId id) {
    return tree.stream().filter(folder -> folder.folderId().equals(id.value())).findFirst();
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
    String parent = parentId == null ? null : parentId.value();
    boolean taken =
        tree.stream()
            .filter(other -> !other.folderId().equals(id.value()))
            .filter(other -> Objects.equals(other.parentFolderId(), parent))
            .anyMatch(other -> other.name().equals(name));
    if (taken) {
      throw Problem.conflict(
              "name_taken", "A folder of this name is there already", "Choose another name")
          .exception();
    }
  }

  private static Changes changes(Folder before, Folder after) {
    return new Changes()
        .of("name", before.name(), after.name())
        .of("parent_folder_id", before.parentFolderId(), after.parentFolderId());
  }

  private static void audit(
      Tx tx, Caller caller, String action, OrgId org, Folder folder, @Nullable Changes changes) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("folder_id", folder.folderId());
    data.put("name", folder.name());
    data.put("access_type", "org");
    if (changes != null) {
      data.put("changes", changes.asMap());
    }
    Audit.record(tx, caller, action, org, data);
  }

  private static RuntimeException invalidParent(String type, String msg) {
    return Problem.invalid(new Failure(List.of("body", "parent_folder_id"), msg, type)).exception();
  }

  private static RuntimeException noSuchFolder() {
    return Problem.notFound("folder").exception();
  }
}
