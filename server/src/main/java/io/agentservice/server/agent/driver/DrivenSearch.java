package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.tools.RepositorySearch;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.indexing.Hit;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import io.agentservice.server.context.searches.Searches;
import java.util.List;
import org.jspecify.annotations.Nullable;

record DrivenSearch(Searches searches, Scope scope, SessionId session) implements RepositorySearch {
  boolean any() {
    return searches.any(scope);
  }

  @Override
  public List<HostedRepository> repositories() {
    return Reach.of(() -> searches.repositories(scope));
  }

  @Override
  public List<Hit> search(String query, @Nullable List<HostedRepository> repositories, int most) {
    var wanted = new Searches.Wanted(query, repositories, most);
    return Reach.of(() -> searches.searchForAgent(scope, wanted, session).hits());
  }
}
