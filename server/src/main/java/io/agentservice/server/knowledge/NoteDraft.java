package io.agentservice.server.knowledge;

import io.agentservice.server.http.Patch;
import io.agentservice.server.ids.FolderId;

/** What a caller writes of a note. On creation an absent optional field counts as cleared. */
public record NoteDraft(
    String name,
    String body,
    String trigger,
    Patch<FolderId> folder,
    Patch<Boolean> isEnabled,
    Patch<String> pinnedRepo) {}
