package io.agentservice.server.identity.preferences;

import io.agentservice.server.base.ids.OrgId;

/**
 * Filters of the list of sessions under a name.
 *
 * @param name unique among those of one person in the organization
 * @param query of the list's address, without the question mark: only the app knows what it means
 */
public record SavedView(OrgId orgId, String name, String query) {}
