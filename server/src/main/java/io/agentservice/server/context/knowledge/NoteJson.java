package io.agentservice.server.context.knowledge;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.ids.OrgId;
import org.jspecify.annotations.Nullable;

record NoteJson(
    NoteId noteId,
    @JsonUnwrapped TextJson text,
    @Nullable FolderId folderId,
    String folderPath,
    boolean isEnabled,
    @Nullable String macro,
    @Nullable String pinnedRepo,
    String accessType,
    @Nullable OrgId orgId,
    long createdAt,
    long updatedAt) {

  /** What it says; the trigger by two names. */
  record TextJson(String name, String body, String trigger, String triggerDescription) {
    static TextJson of(Note note) {
      return new TextJson(note.name(), note.body(), note.trigger(), note.trigger());
    }
  }

  static NoteJson of(Note note) {
    return new NoteJson(
        note.noteId(),
        TextJson.of(note),
        note.folderId(),
        note.folderPath(),
        note.isEnabled(),
        note.macro(),
        note.pinnedRepo(),
        note.accessType(),
        note.orgId(),
        note.createdAt().getEpochSecond(),
        note.updatedAt().getEpochSecond());
  }
}
