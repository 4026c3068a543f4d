package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.ids.OrgId;
import org.jspecify.annotations.Nullable;

/** A note on the wire (api-org.md 3). {@code triggerDescription} repeats the trigger. */
record NoteJson(
    NoteId noteId,
    String name,
    String body,
    String trigger,
    String triggerDescription,
    @Nullable FolderId folderId,
    String folderPath,
    boolean isEnabled,
    @Nullable String macro,
    @Nullable String pinnedRepo,
    String accessType,
    @Nullable OrgId orgId,
    long createdAt,
    long updatedAt) {

  static NoteJson of(Note note) {
    return new NoteJson(
        note.noteId(),
        note.name(),
        note.body(),
        note.trigger(),
        note.trigger(),
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
