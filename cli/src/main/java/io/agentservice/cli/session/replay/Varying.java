package io.agentservice.cli.session.replay;

import io.agentservice.server.agent.replay.ReplayGateway;
import io.agentservice.server.agent.replay.ReplayedTools;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What differs from one time to the next in what programs write, and says nothing. */
final class Varying {
  /** Kinds by their words, in the order in which they are looked for. */
  private static final Map<String, Pattern> KINDS = kinds();

  /** A part of a secret's place. */
  static final Pattern MASK = Pattern.compile("\\[secret:[^\\]\\n]*]");

  private final @Nullable Pattern then;
  private final @Nullable Pattern now;

  /**
   * The working directories.
   *
   * @param then as it was recorded; null: not known
   */
  Varying(@Nullable String then, String now) {
    this.then = then == null ? null : ReplayedTools.place(then);
    this.now = ReplayedTools.place(now);
  }

  private static Map<String, Pattern> kinds() {
    var kinds = new LinkedHashMap<String, Pattern>();
    var month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    var clock = "\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?";
    kinds.put(
        "times",
        Pattern.compile(
            "\\b\\d{4}-\\d\\d-\\d\\d(?:[T ]"
                + clock
                + ")?(?: ?Z\\b| ?[+-]\\d\\d:?\\d\\d\\b)?"
                + "|\\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?"
                + month
                + " {1,2}\\d{1,2} (?:"
                + clock
                + "|\\d{4})(?: [A-Z]{3,5})?(?: [+-]?\\d{4})?"
                + "|\\b\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?"
                + "|\\b1[6-9]\\d{8}(?:\\d{3})?(?:\\.\\d+)?\\b")); // seconds since 1970
    kinds.put(
        "durations",
        Pattern.compile(
            "\\b\\d+m ?\\d+(?:[.,]\\d+)?s\\b"
                + "|\\b\\d+(?:[.,]\\d+)? ?(?:ns|us|\u00b5s|ms|s|secs?|seconds?|mins?|minutes?)\\b"));
    kinds.put(
        "temporary paths",
        Pattern.compile("(?<![\\w.-])(?:/var/tmp|/tmp)/[^/\\s'\"`:;,()\\[\\]]+"));
    kinds.put("addresses", Pattern.compile("\\b0x[0-9a-f]{4,16}\\b"));
    kinds.put(
        "ids",
        Pattern.compile(
            "(?m)\\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\\b"
                + "|^\\[[\\w./() -]+ [0-9a-f]{7,40}]" // as git says a commit
                + "|\\b(?=[0-9a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{7,64}\\b"));
    kinds.put(
        "process ids",
        Pattern.compile("(?i)\\bpid[ =:]+\\d+|(?m)^\\[\\d+] \\d+$|\\bprocess \\d+\\b"));
    kinds.put("numbers of characters left out", Pattern.compile("\\[[\\d,]+ characters left out"));
    return kinds;
  }

  /** A text of then with its working directory as one word. */
  String then(String text) {
    return then == null ? text : then.matcher(text).replaceAll("<work>");
  }

  /** A text of now. */
  String now(String text) {
    var pushes = text.replace(ReplayGateway.NO_PUSH, "");
    return now == null ? pushes : now.matcher(pushes).replaceAll("<work>");
  }

  /**
   * Two texts of which all that varies is one word, and the kinds of what that was in either.
   *
   * @param then as {@link #then} answers it
   * @param now as {@link #now} answers it
   */
  record Levelled(String then, String now, Set<String> kinds) {
    static Levelled of(String then, String now) {
      var found = new TreeSet<String>();
      String a = then;
      String b = now;
      for (var kind : KINDS.entrySet()) {
        var word = "<" + kind.getKey() + ">";
        var left = kind.getValue().matcher(a).replaceAll(word);
        var right = kind.getValue().matcher(b).replaceAll(word);
        if (!left.equals(a) || !right.equals(b)) {
          found.add(kind.getKey());
        }
        a = left;
        b = right;
      }
      return new Levelled(a, b, found);
    }
  }
}
