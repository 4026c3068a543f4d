package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.agent.loop.pages.Pages;
import org.jspecify.annotations.Nullable;

/**
 * Where an agent can look things up that are not on its machine.
 *
 * @param repositories null when nothing is indexed
 * @param pages of the web; null: it may read none
 * @param notes that were named and not shown; null when there are none
 */
public record Lookups(
    @Nullable RepositorySearch repositories, @Nullable Pages pages, @Nullable NoteReader notes) {
  public static final Lookups NONE = new Lookups(null, null, null);
}
