package io.agentservice.server.context.indexing;

import io.agentservice.server.base.background.Doorbell;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Feature;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.context.git.GitFeature;
import java.util.List;
import java.util.stream.Stream;

/**
 * The feature, wired.
 *
 * @param due rung when there is work
 */
public record IndexingFeature(
    IndexSearch search, IndexWork work, Doorbell due, List<Route> routes) {

  public static IndexingFeature wire(
      Database database, GitFeature git, Lists lists, Settings settings) {
    var due = new Doorbell();
    var repositories = new PermittedRepositories(git);
    var indexing = new RepositoryIndexing(database, repositories, due);
    boolean on = settings.features().contains(Feature.INDEXING);
    var routes =
        Stream.of(
                new IndexingRoutes(indexing, lists).routes(),
                new RepositoryRoutes(repositories, indexing, lists).routes())
            .flatMap(List::stream)
            .map(route -> route.served(on))
            .toList();
    return new IndexingFeature(
        new IndexSearch(database, repositories),
        new IndexWork(database, repositories, due, settings.indexing(), on),
        due,
        routes);
  }
}
