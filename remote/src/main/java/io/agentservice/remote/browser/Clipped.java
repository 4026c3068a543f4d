package io.agentservice.remote.browser;

/** Long texts for readers of bounded patience. */
final class Clipped {
  private Clipped() {}

  /** The text, or its beginning and end around a note; splits no surrogate pair. */
  static String middle(String text, int limit) {
    if (text.length() <= limit) {
      return text;
    }
    var head = limit / 2;
    var tail = text.length() - limit / 2;
    head -= Character.isHighSurrogate(text.charAt(head - 1)) ? 1 : 0;
    tail += Character.isLowSurrogate(text.charAt(tail)) ? 1 : 0;
    return "%s%n[%,d characters left out here: read one element by its selector to see more]%n%s"
        .formatted(text.substring(0, head), tail - head, text.substring(tail));
  }
}
