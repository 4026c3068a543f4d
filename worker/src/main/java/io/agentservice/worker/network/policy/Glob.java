package io.agentservice.worker.network.policy;

import java.net.IDN;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A glob of names; {@code *} is any characters.
 *
 * @param anybodys strangers can own names that it fits, and have them lead anywhere
 */
record Glob(Pattern pattern, boolean anybodys) {

  /** Names that end so are no public ones (RFC 6761, 6762, 9476 and custom). */
  private static final Set<String> PRIVATE_ENDS =
      Set.of(
          "internal", "local", "localdomain", "lan", "corp", "home", "intranet", "private", "test");

  static Glob of(String words) {
    var text = ascii(words.strip().toLowerCase(Locale.ROOT).replaceFirst("\\.$", ""));
    var pattern =
        Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return new Glob(Pattern.compile(pattern), isAnybodys(text));
  }

  boolean fits(String host) {
    return pattern.matcher(host).matches();
  }

  /** As names are asked for: {@code bücher.example} is {@code xn--bcher-kva.example}. */
  private static String ascii(String text) {
    return Stream.of(text.split("\\.", -1)).map(Glob::label).collect(Collectors.joining("."));
  }

  private static String label(String label) {
    try {
      return label.chars().allMatch(c -> c < 128)
          ? label
          : IDN.toASCII(label, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException _) {
      return label; // fits no name
    }
  }

  /** Who may have a name is said by its last labels: one alone is a registry's. */
  private static boolean isAnybodys(String text) {
    int last = text.lastIndexOf('*');
    if (last < 0) {
      return false;
    }
    var end = text.substring(last + 1);
    int dot = end.indexOf('.');
    var whole = dot < 0 ? "" : end.substring(dot + 1);
    return !whole.contains(".") && !PRIVATE_ENDS.contains(whole);
  }
}
