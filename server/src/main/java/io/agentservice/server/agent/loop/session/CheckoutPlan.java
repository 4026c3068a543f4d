package io.agentservice.server.agent.loop.session;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be checked out before the model is asked, and how.
 *
 * @param repositories in the session's order
 * @param organization whose mirrors are used
 * @param branchPrefix what the name of the session's branch begins with
 * @param limit how long one checkout may take
 */
public record CheckoutPlan(
    List<Repository> repositories,
    String organization,
    String branchPrefix,
    Author author,
    Duration limit) {
  public CheckoutPlan {
    repositories = List.copyOf(repositories);
  }

  /**
   * One repository.
   *
   * @param name as the session names it
   * @param place null when it can't be told where it is
   */
  public record Repository(String name, @Nullable Place place) {}

  /**
   * Where a repository is.
   *
   * @param host with its port if it has one
   * @param path {@code owner/repo}
   * @param address where git finds it, without a credential
   * @param permitted whether the organization has a permission for it: a machine whose git asks the
   *     service reaches it by host and path (ADR 0055)
   */
  public record Place(String host, String path, String address, boolean permitted) {
    /** The address for a machine. */
    public String address(boolean throughService) {
      return permitted && throughService ? "https://%s/%s.git".formatted(host, path) : address;
    }
  }

  /** Of the session's commits. */
  public record Author(String name, String email) {}
}
