package io.agentservice.server.base.forges;

import java.util.List;
import java.util.Optional;

/**
 * A host, with a token, for one operation of {@link Forges#LONGEST_SECONDS}. Throws a 502 {@code
 * upstream_failed} when it fails, refuses, or isn't understood.
 */
public interface Forge {
  /** Repositories that are read at most; of a host with more the others stay unknown. */
  int MOST_REPOSITORIES = ForgeCalls.MOST_PAGES * ForgeCalls.PAGE;

  List<ForgeRepository> repositories();

  /** By {@code owner/repo}; empty when the host knows none, or hides it. */
  Optional<ForgePullRequest> pullRequest(String path, long number);

  /**
   * Those of a repository; empty where this kind of host can't be asked to open them.
   *
   * @param path {@code owner/repo}
   */
  default Optional<ForgePullRequests> pullRequests(String path) {
    return Optional.empty();
  }
}
