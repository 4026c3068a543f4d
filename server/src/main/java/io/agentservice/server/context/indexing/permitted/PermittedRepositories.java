package io.agentservice.server.context.indexing.permitted;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.git.GitFeature;
import io.agentservice.server.context.git.GitRepositories;
import io.agentservice.server.context.git.permissions.GitPermission;
import io.agentservice.server.context.indexing.clones.Remote;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Which repositories an organization may read at this moment, and where they are. */
public final class PermittedRepositories {
  private final GitFeature git;

  public PermittedRepositories(GitFeature git) {
    this.git = git;
  }

  /** Tells of each whether it may be read. */
  public Predicate<HostedRepository> permitted(Scope scope) {
    var rules = git.permissions().all(scope).stream().map(GitPermission::rule).toList();
    return repository ->
        rules.stream()
            .anyMatch(rule ->
                repository.host().equalsIgnoreCase(rule.host()) && rule.covers(repository.path()));
  }

  /** As their hosts describe them, by their paths; 502 {@code upstream_failed}. */
  public List<GitRepositories.Found> described(Scope scope) {
    return git.repositories().permitted(scope);
  }

  /** Without a host, by the deciding permission; empty without one. */
  public Optional<HostedRepository> meant(Scope scope, RepoName name) {
    return git.permissions()
        .covering(scope, name)
        .map(permission ->
            new HostedRepository(permission.rule().host().toLowerCase(Locale.ROOT), name.path()));
  }

  /** Where a repository is; empty without a permission, or if git would go elsewhere. */
  public Optional<Remote> remote(Scope scope, HostedRepository repository) {
    String path = repository.path();
    return git.permissions()
        .covering(scope, repository.name())
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
