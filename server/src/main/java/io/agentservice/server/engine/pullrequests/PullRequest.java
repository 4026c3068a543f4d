package io.agentservice.server.engine.pullrequests;

import java.util.List;
import java.util.Locale;

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

  /** From state and address, as the database answers them. */
  public static PullRequest parse(String text) {
    int blank = text.indexOf(' ');
    return new PullRequest(text.substring(blank + 1), State.of(text.substring(0, blank)));
  }

  /** Distinct addresses of pull requests in order, hosts in lower case, cut after the number. */
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
