package io.agentservice.server.base.forges;

import java.util.List;
import java.util.Optional;

/**
 * A host, asked with a token; good for one operation, whose calls end within {@link
 * Forges#LONGEST_SECONDS} altogether. Every method throws a 502 {@code upstream_failed} when the
 * host does not answer, refuses the token, or answers what is not understood.
 */
public interface Forge {
  /** Repositories that are read at most; of a host with more the others stay unknown. */
  int MOST_REPOSITORIES = ForgeCalls.MOST_PAGES * ForgeCalls.PAGE;

  /** What the token may see, in any order. */
  List<ForgeRepository> repositories();

  /**
   * A pull request; empty when the host knows none of that number there, or hides it.
   *
   * @param path {@code owner/repo}
   */
  Optional<ForgePullRequest> pullRequest(String path, long number);
}
