package io.agentservice.server.context.playbooks;

import io.agentservice.server.base.http.requests.Patch;

/** What a caller writes. On creation absent fields count as cleared; title and body never are. */
public record PlaybookDraft(
    Patch<String> title,
    Patch<String> body,
    Patch<String> macro,
    Patch<String> structuredOutputSchema) {}
