package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.ids.FolderId;
import java.util.List;
import org.jspecify.annotations.Nullable;

record FolderJson(
    FolderId folderId,
    String name,
    @Nullable FolderId parentFolderId,
    String path,
    long noteCount) {

  static FolderJson of(Folder folder) {
    return new FolderJson(
        folder.folderId(),
        folder.name(),
        folder.parentFolderId(),
        folder.path(),
        folder.noteCount());
  }

  /** All folders by path, and how many notes are in none. */
  record Tree(List<FolderJson> folders, long rootNoteCount) {
    static Tree of(Folders.Tree tree) {
      return new Tree(tree.folders().stream().map(FolderJson::of).toList(), tree.rootNoteCount());
    }
  }
}
