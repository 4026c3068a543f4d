package io.agentservice.server.engine.pullrequests;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A pull request of a session.
 *
 * @param url its address without query and fragment
 */
public record PullRequest(String url, State state) {
  private static final Pattern ADDRESS =
      Pattern.compile(
          "https://(?<host>[A-Za-z0-9][A-Za-z0-9.-]{0,252}(?::[0-9]{1,5})?)"
              + "(?<path>(?:/[A-Za-z0-9._~%+-]{1,200}){1,20}?"
              + "/(?:pull|-/merge_requests|pull-requests|pullrequest)/[0-9]{1,18})"
              + "(?![A-Za-z0-9_%-])");

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
    return ADDRESS
        .matcher(text)
        .results()
        .map(found ->
            "https://" + found.group("host").toLowerCase(Locale.ROOT) + found.group("path"))
        .distinct()
        .toList();
  }
}
