package io.agentservice.server.context.indexing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is set for a repository, and how far it is.
 *
 * @param repository on its host
 * @param enabled whether it is indexed
 * @param branches as they were given; none: the default branch
 * @param status null for one that is not indexed
 */
public record IndexedRepository(
    HostedRepository repository, boolean enabled, List<String> branches, @Nullable Status status) {
  public IndexedRepository {
    branches = List.copyOf(branches);
  }

  static IndexedRepository off(HostedRepository repository) {
    return new IndexedRepository(repository, false, List.of(), null);
  }

  /**
   * The jobs of a repository.
   *
   * @param latest the newest of each branch that has one, in the branches' order
   * @param completed the newest that is completed; null for none
   */
  public record Status(boolean enabled, List<IndexJob> latest, @Nullable IndexJob completed) {
    public Status {
      latest = List.copyOf(latest);
    }

    static Status off() {
      return new Status(false, List.of(), null);
    }
  }
}
