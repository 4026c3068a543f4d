package io.agentservice.server.knowledge;

import org.jspecify.annotations.Nullable;

/**
 * Which notes a list wants; null: any.
 *
 * @param search part of name, trigger or body, in any case
 * @param folderPath that folder and all below it
 * @param includeEnterprise also those of the whole enterprise
 */
public record NoteFilter(
    String accountId,
    String orgId,
    @Nullable String search,
    @Nullable String folderPath,
    @Nullable String pinnedRepo,
    boolean includeEnterprise) {}
