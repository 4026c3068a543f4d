package io.agentservice.server.context.playbooks;

import io.agentservice.server.base.http.requests.Patch;

/**
 * What a caller writes of a playbook. On creation an absent optional field counts as cleared; title
 * and body are there then, and are never cleared.
 *
 * @param structuredOutputSchema JSON as text
 */
public record PlaybookDraft(
    Patch<String> title,
    Patch<String> body,
    Patch<String> macro,
    Patch<String> structuredOutputSchema) {}
