package io.agentservice.server.base.forges;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is done with the pull requests of one repository of a host. Every method throws what {@link
 * Forge} throws; a request that the host refuses is a 502 {@code upstream_failed} whose detail has
 * the host's own words.
 */
public interface ForgePullRequests {
  /** The branch that others are merged into. */
  String defaultBranch();

  /**
   * Opens one.
   *
   * @param head branch with the changes, there already
   * @param base branch that they are to be merged into
   */
  Opened open(String head, String base, Text text, boolean draft);

  /** The one that is open for a branch; empty when there is none. */
  Optional<Opened> openFor(String head);

  /** Changes what is not null. */
  Opened update(long number, Change change);

  /** How it stands, with what others say of it; empty when the host knows none of the number. */
  Optional<Standing> standing(long number);

  /**
   * Says something to it.
   *
   * @param thread as in {@link Comment}, to answer there; null for a comment of its own
   */
  void comment(long number, String text, @Nullable String thread);

  /** What a pull request says; {@code body} is Markdown. */
  record Text(String title, String body) {}

  /** A pull request with its address. */
  record Opened(long number, String url) {}

  /**
   * What is to be changed; null is left as it is.
   *
   * @param open whether it is to be open
   */
  record Change(
      @Nullable String title,
      @Nullable String body,
      @Nullable String base,
      @Nullable Boolean open) {}

  /**
   * How a pull request stands.
   *
   * @param checks of its last commit, 100 at most
   * @param reviews oldest first, 100 at most
   * @param comments oldest first, 100 of each kind at most
   */
  record Standing(
      String title,
      String url,
      ForgePullRequest.State state,
      List<Check> checks,
      List<Review> reviews,
      List<Comment> comments) {}

  /**
   * A check or a job.
   *
   * @param state in the host's word: success, failure, pending, running, ...
   * @param about what it found; null when it says nothing
   */
  record Check(String name, String state, @Nullable String about, @Nullable String url) {}

  /** A review; {@code verdict} in the host's word. */
  record Review(String author, String verdict, String text) {}

  /**
   * A comment.
   *
   * @param thread by which it can be answered; null when it can't, by itself
   * @param place file and line, such as {@code src/a.c:7}; null for one on the whole
   */
  record Comment(String author, @Nullable String thread, @Nullable String place, String text) {}
}
