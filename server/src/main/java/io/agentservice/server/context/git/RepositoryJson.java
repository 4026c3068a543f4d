package io.agentservice.server.context.git;

import io.agentservice.server.base.ids.GitConnectionId;
import org.jspecify.annotations.Nullable;

/** A repository of a git connection, on the wire. */
public record RepositoryJson(
    GitConnectionId gitConnectionId,
    String gitConnectionHost,
    String providerRepositoryId,
    String repoName,
    String repoPath,
    @Nullable String repoDescription,
    @Nullable String repoLanguage,
    @Nullable Long lastUpdatedAt) {

  public static RepositoryJson of(GitRepositories.Found found) {
    var repository = found.repository();
    var updated = repository.lastUpdatedAt();
    return new RepositoryJson(
        found.connection().gitConnectionId(),
        found.connection().host(),
        repository.id(),
        repository.name(),
        repository.path(),
        repository.description(),
        repository.language(),
        updated == null ? null : updated.getEpochSecond());
  }
}
