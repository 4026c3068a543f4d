package io.agentservice.server.base.settings.traces;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** {@code NAME=VALUE} pairs between commas, their values percent-encoded as those of baggage. */
final class Pairs {
  private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]+");

  private static final Set<String> OF_THE_TRANSPORT =
      Set.of("connection", "content-length", "expect", "host", "upgrade");

  private Pairs() {}

  /** IllegalArgumentException, to go on after a setting's name, without a value. */
  static Map<String, String> of(String text) {
    var pairs = new TreeMap<String, String>();
    for (String pair : text.split(",", -1)) {
      int sign = pair.indexOf('=');
      if (pair.isBlank()) {
        continue;
      }
      if (sign < 1 || pair.substring(0, sign).isBlank()) {
        throw new IllegalArgumentException("takes NAME=VALUE, separated by commas");
      }
      pairs.put(pair.substring(0, sign).strip(), decoded(pair.substring(sign + 1).strip()));
    }
    return pairs;
  }

  /** The same of what can be sent as headers. */
  static Map<String, String> headers(String text) {
    var pairs = of(text);
    pairs.forEach((name, value) -> {
      if (OF_THE_TRANSPORT.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("names a header that is not the sender's to choose");
      }
      if (!HEADER.matcher(name).matches() || !HEADER_VALUE.matcher(value).matches()) {
        throw new IllegalArgumentException("holds what no header can be");
      }
    });
    return pairs;
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      throw new IllegalArgumentException("holds a % that encodes nothing");
    }
  }
}
