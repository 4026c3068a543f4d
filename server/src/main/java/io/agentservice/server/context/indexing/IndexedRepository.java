package io.agentservice.server.context.indexing;

import io.agentservice.server.context.indexing.permitted.HostedRepository;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A repository and what is indexed of it.
 *
 * @param branches as given; none: the default branch
 * @param status null when it is not indexed
 */
public record IndexedRepository(
    HostedRepository repository, boolean enabled, List<String> branches, @Nullable Status status) {
  public IndexedRepository {
    branches = List.copyOf(branches);
  }

  static IndexedRepository off(HostedRepository repository) {
    return new IndexedRepository(repository, false, List.of(), null);
  }

  /** {@code latest} in the branches' order; {@code completed} may be null. */
  public record Status(boolean enabled, List<IndexJob> latest, @Nullable IndexJob completed) {
    public Status {
      latest = List.copyOf(latest);
    }

    static Status off() {
      return new Status(false, List.of(), null);
    }
  }
}
