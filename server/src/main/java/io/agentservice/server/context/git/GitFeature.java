package io.agentservice.server.context.git;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.Forges;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.context.git.permissions.GitPermissionFeature;
import io.agentservice.server.context.git.permissions.GitPermissions;
import java.util.List;
import java.util.stream.Stream;

public record GitFeature(
    GitConnections connections,
    GitPermissions permissions,
    GitRepositories repositories,
    Forges forges,
    List<Route> routes)
    implements Feature, AutoCloseable {

  public static GitFeature wire(Database database, Vault vault, Lists lists) {
    var forges = new Forges();
    var connections = new GitConnections(database, vault, forges);
    var permitted = GitPermissionFeature.wire(database, lists);
    var permissions = permitted.permissions();
    var repositories = new GitRepositories(connections, permissions);
    var routes =
        Stream.of(
                new GitConnectionRoutes(connections, repositories, lists).routes(),
                permitted.routes())
            .flatMap(List::stream)
            .toList();
    return new GitFeature(connections, permissions, repositories, forges, routes);
  }

  @Override
  public void close() {
    forges.close();
  }
}
