package io.agentservice.server.context.indexing;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.background.Doorbell;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.settings.OptionalFeature;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.context.git.GitFeature;
import io.agentservice.server.context.indexing.permitted.PermittedRepositories;
import io.agentservice.server.context.indexing.work.IndexWork;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The feature, wired. {@code due}: rung when there is work. */
public record IndexingFeature(
    IndexSearch search, IndexWork work, Doorbell due, Belongings belongings, List<Route> routes)
    implements Feature {

  public static IndexingFeature wire(
      Database database, GitFeature git, Lists lists, Settings settings) {
    var due = new Doorbell();
    var repositories = new PermittedRepositories(git);
    var indexing = new RepositoryIndexing(database, repositories, due);
    boolean on = settings.features().contains(OptionalFeature.INDEXING);
    var routes =
        Stream.of(
                new IndexingRoutes(indexing, lists).routes(),
                new RepositoryRoutes(repositories, indexing, lists).routes())
            .flatMap(List::stream)
            .map(route -> route.served(on))
            .toList();
    return new IndexingFeature(
        new IndexSearch(database, repositories),
        new IndexWork(database, repositories, due, settings.content().indexing(), on),
        due,
        indexing::erase,
        routes);
  }

  @Override
  public List<Chore> chores() {
    return List.of(
        Chore.everywhere("indexing", Duration.ofSeconds(5), work::run)
            .taking(Duration.ofHours(2)) // half of it is more than reading a repository may take
            .begunBy(due));
  }
}
