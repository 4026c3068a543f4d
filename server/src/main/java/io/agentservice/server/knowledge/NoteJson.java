package io.agentservice.server.knowledge;

import org.jspecify.annotations.Nullable;

/**
 * A note on the wire (api-org.md 3). {@code triggerDescription} repeats the trigger; {@code macro}
 * is kept for decoders and always null.
 */
record NoteJson(
    String noteId,
    String name,
    String body,
    String trigger,
    String triggerDescription,
    @Nullable String folderId,
    String folderPath,
    boolean isEnabled,
    @Nullable String macro,
    @Nullable String pinnedRepo,
    String accessType,
    @Nullable String orgId,
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
        null,
        note.pinnedRepo(),
        note.accessType(),
        note.orgId(),
        note.createdAt().getEpochSecond(),
        note.updatedAt().getEpochSecond());
  }
}
