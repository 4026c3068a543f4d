package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.ids.FolderId;

/** On creation absent fields count as cleared; name, body and trigger never are. */
public record NoteDraft(
    Patch<String> name,
    Patch<String> body,
    Patch<String> trigger,
    Patch<FolderId> folder,
    Patch<Boolean> isEnabled,
    Patch<String> macro,
    Patch<String> pinnedRepo) {}
