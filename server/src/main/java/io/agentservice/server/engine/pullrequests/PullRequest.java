package io.agentservice.server.engine.pullrequests;

import java.util.List;
import java.util.Locale;

/**
 * A pull request of a session.
 *
 * @param url its address without query and fragment
 */
public record PullRequest(String url, State state) {
  /** Where it stands. */
  public enum State {
    OPEN,
    CLOSED,
    MERGED,
    DRAFT;

    /** On the wire and in the database. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** That of the word. */
    public static State of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /** Of its state and its address, with a blank between: so the database answers them. */
  public static PullRequest parse(String text) {
    int blank = text.indexOf(' ');
    return new PullRequest(text.substring(blank + 1), State.of(text.substring(0, blank)));
  }

  /**
   * The addresses of pull requests in a text, each once, in their order; the host in lower case,
   * and what comes behind the number left out.
   */
  public static List<String> addressesIn(String text) {
    return PullRequestAddress.FORM
        .matcher(text)
        .results()
        .map(found ->
            "https://" + found.group("host").toLowerCase(Locale.ROOT) + found.group("path"))
        .distinct()
        .toList();
  }
}
