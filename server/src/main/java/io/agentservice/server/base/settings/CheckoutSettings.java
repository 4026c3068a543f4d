package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How the repositories of sessions are checked out.
 *
 * @param branchPrefix what the names of their branches begin with
 * @param coAuthor whether commits name who asked for the session
 * @param limit how long one checkout may take
 * @param changesLimit how long finding out what a session has changed may take; zero: nobody asks
 */
public record CheckoutSettings(
    String branchPrefix,
    String authorName,
    String authorEmail,
    boolean coAuthor,
    Duration limit,
    Duration changesLimit) {
  private static final String NOBODY = "Agent <agent@localhost>";
  private static final Pattern AUTHOR =
      Pattern.compile("([^<>\\p{Cntrl} ]++(?: ++[^<>\\p{Cntrl} ]++)*+) *+<([^<>\\s]++)>");

  static CheckoutSettings read(SettingReader r) {
    String prefix =
        r.parsed(
            "AGENT_GIT_BRANCH_PREFIX",
            CheckoutSettings::prefix,
            "agent/",
            "What the names of the branches of sessions begin with");
    String author =
        r.parsed(
            "AGENT_GIT_AUTHOR",
            CheckoutSettings::author,
            NOBODY,
            "Author of the commits in repositories that sessions clone");
    var parts = AUTHOR.matcher(author == null ? NOBODY : author);
    var _ = parts.matches();
    return new CheckoutSettings(
        prefix == null ? "agent/" : prefix,
        parts.group(1),
        parts.group(2),
        r.bool(
            "AGENT_GIT_CO_AUTHOR",
            true,
            "Whether these commits name who asked for the session as Co-authored-by, with name and"
                + " address"),
        Duration.ofSeconds(
            r.integer(
                "AGENT_GIT_CHECKOUT_SECONDS",
                1,
                86_400,
                900,
                "How long checking out one repository may take")),
        Duration.ofSeconds(
            r.integer(
                "AGENT_GIT_CHANGES_SECONDS",
                0,
                3600,
                60,
                "How long making the patch of what a session has changed may take; 0: none is made")));
  }

  private static String author(String text) {
    if (!AUTHOR.matcher(text).matches()) {
      throw new IllegalArgumentException("must be of the form Name <address>");
    }
    return text;
  }

  private static String prefix(String text) {
    if (!text.matches("[A-Za-z0-9][A-Za-z0-9_-]*(/[A-Za-z0-9][A-Za-z0-9_-]*)*/?")) {
      throw new IllegalArgumentException("must be the beginning of a branch's name such as agent/");
    }
    return text;
  }
}
