package io.agentservice.server.context.indexing;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.git.GitFeature;
import io.agentservice.server.context.git.GitPermission;
import io.agentservice.server.context.git.GitRepositories;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Which repositories an organization may read at this moment, and where they are. */
final class PermittedRepositories {
  private final GitFeature git;

  PermittedRepositories(GitFeature git) {
    this.git = git;
  }

  /** Tells of each whether it may be read. */
  Predicate<RepoName> permitted(Scope scope) {
    var rules = git.permissions().all(scope).stream().map(GitPermission::rule).toList();
    return name ->
        rules.stream()
            .anyMatch(rule ->
                (name.host() == null || name.host().equalsIgnoreCase(rule.host()))
                    && rule.covers(name.path()));
  }

  /** As their hosts describe them, by their paths; 502 {@code upstream_failed}. */
  List<GitRepositories.Found> described(Scope scope) {
    return git.repositories().permitted(scope);
  }

  /** Where {@code owner/repo} is; empty without a permission, or if git would go elsewhere. */
  Optional<Remote> remote(Scope scope, String path) {
    return git.permissions()
        .covering(scope, new RepoName(null, path))
        .map(permission -> {
          var connections = git.connections();
          var connection = connections.get(scope.accountId(), permission.gitConnectionId());
          var access = connections.cloneAccess(connection, path);
          String pair = access.user() + ":" + access.token();
          var encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
          return new Remote(URI.create(access.url()), "Basic " + encoded);
        })
        .filter(remote -> remote.address().normalize().equals(remote.address()));
  }
}
