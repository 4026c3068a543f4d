package io.agentservice.server.agent.loop.shell;

import java.util.Locale;

/**
 * A word of a command, without its quotes.
 *
 * @param text with {@link #HOLE} for each part that only the run would tell
 * @param splits it may become several words, or none
 */
public record ShellWord(String text, boolean splits) {
  /** No text of a command can contain it. */
  public static final char HOLE = '\0';

  static final ShellWord ANYTHING = new ShellWord(String.valueOf(HOLE), true);

  /** Whether the text is all that it can be. */
  public boolean isKnown() {
    return !splits && text.indexOf(HOLE) < 0;
  }

  /** Whether it may be that text, once it is run. */
  public boolean mayBe(String other) {
    return isKnown() ? text.equals(other) : splits || fits(other);
  }

  /** Known parts stand where they stand. */
  private boolean fits(String other) {
    int first = text.indexOf(HOLE);
    int last = text.lastIndexOf(HOLE);
    String head = text.substring(0, first);
    String tail = text.substring(last + 1);
    return other.length() >= head.length() + tail.length()
        && other.startsWith(head)
        && other.endsWith(tail);
  }

  /** The program that it names: in lower case, for file systems that don't tell; may hold holes. */
  String program() {
    String name = text.substring(text.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    return name.endsWith(".exe") ? name.substring(0, name.length() - ".exe".length()) : name;
  }

  boolean isOption() {
    return text.startsWith("-") && text.length() > 1;
  }
}
