package io.agentservice.server.base.settings;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How the repositories of sessions are checked out.
 *
 * @param branchPrefix what the names of their branches begin with
 * @param limit how long one checkout may take
 */
public record CheckoutSettings(
    String branchPrefix, String authorName, String authorEmail, Duration limit) {
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
        Duration.ofSeconds(
            r.integer(
                "AGENT_GIT_CHECKOUT_SECONDS",
                1,
                86_400,
                900,
                "How long checking out one repository may take")));
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
