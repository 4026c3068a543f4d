package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.ids.FolderId;

/**
 * What a caller writes of a note. On creation an absent optional field counts as cleared; name,
 * body and trigger are there then, and are never cleared.
 */
public record NoteDraft(
    Patch<String> name,
    Patch<String> body,
    Patch<String> trigger,
    Patch<FolderId> folder,
    Patch<Boolean> isEnabled,
    Patch<String> macro,
    Patch<String> pinnedRepo) {}
