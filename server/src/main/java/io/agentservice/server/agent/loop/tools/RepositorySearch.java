package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.context.indexing.Hit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The repositories that the session's organization has indexed. */
public interface RepositorySearch {
  /** By path. */
  List<String> repositories();

  /**
   * The best lines, best first.
   *
   * @param repository its path, one of the {@link #repositories}; null: all
   */
  List<Hit> search(String query, @Nullable String repository, int most);
}
