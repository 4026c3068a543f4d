package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.context.indexing.Hit;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The repositories that the session's organization has indexed. */
public interface RepositorySearch {
  /** By path and host. */
  List<HostedRepository> repositories();

  /** Best first, in these repositories; null: all. */
  List<Hit> search(String query, @Nullable List<HostedRepository> repositories, int most);
}
