package io.agentservice.llm.answers;

import io.agentservice.llm.TextListener;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Separates a model's thoughts from what it says where its server sends both in one text: within
 * {@code <think>} or {@code <thinking>} at the beginning of the text or of a line. The first tag
 * may be missing at the beginning, and the last one when the answer was cut off; pieces may end
 * anywhere.
 */
public final class ThoughtFilter {

  private static final List<String> NAMES = List.of("think", "thinking");

  private final TextListener live;
  private final StringBuilder said = new StringBuilder();

  /** Undecided text; within a thought all after its first tag. */
  private final StringBuilder open = new StringBuilder();

  /** The thought's opening tag as written, with the blanks before; else empty. */
  private String begun = "";

  private @Nullable String thought;

  /** Where to go on looking for the thought's end. */
  private int searched;

  /** Whether anything but blanks was said. */
  private boolean spoken;

  /** Whether the blanks that follow still belong to a thought at the beginning. */
  private boolean afterThought;

  /**
   * {@code live} hears what is said, and what came before a first tag that turns out to be missing.
   */
  public ThoughtFilter(TextListener live) {
    this.live = live;
  }

  public void hear(String piece) {
    open.append(piece);
    boolean decided = true;
    while (decided && !open.isEmpty()) {
      decided = thought == null ? outside(false) : inside(thought);
    }
  }

  /** Ends the text; answers all that was said. */
  public String end() {
    boolean decided = true;
    while (decided && !open.isEmpty()) {
      decided = thought == null ? outside(true) : inside(thought);
    }
    if (thought != null && spoken) {
      // A tag in the middle that nothing ends is a word like others.
      say(begun + open);
    }
    thought = null;
    open.setLength(0);
    return said.toString();
  }

  /** Decides some of the open text, if it can. */
  private boolean outside(boolean last) {
    int tag = tag();
    if (tag < 0) {
      return last ? sayOpen(open.length()) : sayOpen(open.length() - blanksAtEnd());
    }
    if (tag > blanksBefore(tag)) {
      return sayOpen(tag - blanksBefore(tag));
    }
    String rest = open.substring(tag).toLowerCase(Locale.ROOT);
    for (String name : NAMES) {
      if (rest.startsWith("<" + name + ">")) {
        int end = tag + name.length() + 2;
        begun = open.substring(0, end);
        open.delete(0, end);
        thought = name;
        searched = 0;
        return true;
      }
      if (endsALine(rest, "</" + name + ">", last)) {
        // All before it was a thought whose opening tag stood in the prompt.
        spoken = false;
        open.delete(0, tag + name.length() + 3);
        beginAgain();
        return true;
      }
    }
    return (last || !mayBecomeTag(rest)) && sayOpen(tag + 1);
  }

  private static boolean endsALine(String rest, String tag, boolean last) {
    return rest.startsWith(tag)
        && (rest.length() == tag.length()
            ? last
            : Character.isWhitespace(rest.charAt(tag.length())));
  }

  private static boolean mayBecomeTag(String rest) {
    return NAMES.stream()
        .anyMatch(
            name -> ("<" + name + ">").startsWith(rest) || ("</" + name + ">").startsWith(rest));
  }

  private boolean inside(String name) {
    String end = "</" + name + ">";
    int at = open.substring(searched).toLowerCase(Locale.ROOT).indexOf(end);
    if (at >= 0) {
      open.delete(0, searched + at + end.length());
      thought = null;
      beginAgain();
      return true;
    }
    if (!spoken && open.length() > end.length()) {
      open.delete(0, open.length() - end.length());
    }
    searched = Math.max(0, open.length() - end.length());
    return false;
  }

  /** Where a tag may begin: the first {@code <} of a line; -1 for nowhere. */
  private int tag() {
    for (int at = open.indexOf("<"); at >= 0; at = open.indexOf("<", at + 1)) {
      int blanks = blanksBefore(at);
      if (blanks < at ? open.charAt(at - blanks - 1) == '\n' : atLineStart()) {
        return at;
      }
    }
    return -1;
  }

  /** How many blanks, but no line ends, stand before a place. */
  private int blanksBefore(int at) {
    int from = at;
    while (from > 0 && (open.charAt(from - 1) == ' ' || open.charAt(from - 1) == '\t')) {
      from--;
    }
    return at - from;
  }

  private boolean atLineStart() {
    return said.isEmpty() || said.charAt(said.length() - 1) == '\n';
  }

  /** Blanks that a tag may follow belong to it. */
  private int blanksAtEnd() {
    int blanks = blanksBefore(open.length());
    boolean line =
        blanks < open.length() ? open.charAt(open.length() - blanks - 1) == '\n' : atLineStart();
    return line ? blanks : 0;
  }

  /** Forgets what was said so far, which was blanks or a thought. */
  private void beginAgain() {
    if (!spoken) {
      said.setLength(0);
      afterThought = true;
    }
  }

  private boolean sayOpen(int length) {
    if (length <= 0) {
      return false;
    }
    String text = open.substring(0, length);
    open.delete(0, length);
    say(text);
    return true;
  }

  private void say(String text) {
    String words = afterThought ? text.stripLeading() : text;
    if (!words.isEmpty()) {
      afterThought = false;
      spoken |= !words.isBlank();
      said.append(words);
      live.text(words);
    }
  }
}
