package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.base.forges.ForgePullRequests;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The hosts of the repositories that a session works on, as its organization may use them. */
@FunctionalInterface
public interface CodeHosts {
  /**
   * One repository at its host.
   *
   * @param repository as the session or the organization names it; null: the session's only one
   * @throws ToolInputException when it is none that can be told
   */
  CodeHost of(@Nullable String repository);

  /** A repository at its host. */
  interface CodeHost {
    /** {@code host/owner/repo}. */
    String name();

    /** Whether the organization may only read it. */
    boolean readOnly();

    /** Empty when no connection leads there, or to a kind of host that is not asked. */
    Optional<ForgePullRequests> pullRequests();

    /** What the session has pushed through the service, by name. */
    List<String> pushedBranches();

    /** Whether the session has opened the pull request, or pushed to it. */
    boolean isOfSession(long number);

    /**
     * The page at which a person can open a pull request.
     *
     * @param base null: the host's usual one
     */
    String compareAddress(String head, @Nullable String base);
  }
}
