package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.agent.loop.pages.Pages;
import org.jspecify.annotations.Nullable;

/**
 * What an agent can reach beyond its machine.
 *
 * @param repositories null when nothing is indexed
 * @param pages of the web; null: it may read none
 * @param notes that were named and not shown; null when there are none
 * @param hosts that its network policy does not allow; null: it has none
 */
public record Lookups(
    @Nullable RepositorySearch repositories,
    @Nullable Pages pages,
    @Nullable NoteReader notes,
    @Nullable HostGrants hosts) {
  public static final Lookups NONE = new Lookups(null, null, null, null);
}
