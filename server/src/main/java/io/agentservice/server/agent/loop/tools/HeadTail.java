package io.agentservice.server.agent.loop.tools;

/** Keeps a text's beginning and end, and counts UTF-16 units; splits no pair. For one thread. */
final class HeadTail {
  private final int half;
  private final StringBuilder head = new StringBuilder();
  private final StringBuilder tail = new StringBuilder();
  private long total;

  /** Keeps at most {@code limit} characters. */
  HeadTail(int limit) {
    this.half = limit / 2;
  }

  void append(String text) {
    total += text.length();
    int fits = Math.min(text.length(), half - head.length());
    head.append(text, 0, fits);
    tail.append(text, fits, text.length());
    if (tail.length() > 4 * half) {
      tail.delete(0, tail.length() - half);
    }
  }

  /** How many characters {@link #cut} leaves out. */
  long left(int limit) {
    return total <= limit ? 0 : total - beginning(limit).length() - end(limit).length();
  }

  /** The text, or beginning and end around a note, of {@code limit} characters at most. */
  String cut(int limit, String note) {
    return total <= limit
        ? head.toString() + tail
        : beginning(limit) + "\n" + note + "\n" + end(limit);
  }

  private String beginning(int limit) {
    int length = Math.min(limit / 2, head.length());
    boolean torn = length > 0 && Character.isHighSurrogate(head.charAt(length - 1));
    return head.substring(0, torn ? length - 1 : length);
  }

  private String end(int limit) {
    int wanted = limit / 2;
    // A short tail follows the head without a gap.
    var last =
        tail.length() >= wanted
            ? tail.substring(tail.length() - wanted)
            : head.substring(Math.max(0, head.length() + tail.length() - wanted)) + tail;
    return !last.isEmpty() && Character.isLowSurrogate(last.charAt(0)) ? last.substring(1) : last;
  }
}
