package io.agentservice.server.agent.loop.session;

import io.agentservice.server.base.ids.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is to be checked out before the model is asked, and how.
 *
 * @param repositories in the session's order
 * @param organization whose mirrors are used
 * @param branchPrefix what the name of the session's branch begins with
 * @param author of the session's commits
 * @param coAuthor whom they name beside him; null: nobody
 * @param limit how long one checkout may take
 * @param forked whether the log began as that of another session
 */
public record CheckoutPlan(
    List<Repository> repositories,
    String organization,
    String branchPrefix,
    Author author,
    @Nullable Author coAuthor,
    Duration limit,
    boolean forked) {
  private static final int SHORT = 12;

  public CheckoutPlan {
    repositories = List.copyOf(repositories);
  }

  /** How a session is called in the name of its branch: the last digits of its id. */
  public static String shortId(SessionId session) {
    return session.hex().substring(session.hex().length() - SHORT);
  }

  /** Whether a branch belongs to another session: one that this one was forked from. */
  public boolean isOfAnother(String branch, SessionId session) {
    return forked
        && branch.matches(Pattern.quote(branchPrefix) + "[0-9a-f]{%d}(-.*)?".formatted(SHORT))
        && !branch.startsWith(branchPrefix + shortId(session));
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

  /** Of commits. */
  public record Author(String name, String email) {
    /** A person, without what git refuses in a name; null when he has no address. */
    public static @Nullable Author of(@Nullable String name, @Nullable String email) {
      if (email == null || !email.matches("[^<>\\s\\p{Cntrl}]+")) {
        return null;
      }
      String clean = name == null ? "" : name.replaceAll("[<>\\p{Cntrl}]+", " ").strip();
      return new Author(clean.isEmpty() ? email : clean, email);
    }

    /** As git writes it. */
    public String line() {
      return "%s <%s>".formatted(name, email);
    }
  }
}
