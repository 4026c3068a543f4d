package io.agentservice.wire.text;

/** Long texts for what has room for short ones. */
public final class Cut {
  private Cut() {}

  /** The text, or its beginning of at most so many characters; splits no surrogate pair. */
  public static String to(int most, String text) {
    if (text.length() <= most) {
      return text;
    }
    boolean torn = most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
    return text.substring(0, torn ? most - 1 : most);
  }
}
