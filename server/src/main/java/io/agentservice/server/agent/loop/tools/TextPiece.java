package io.agentservice.server.agent.loop.tools;

/**
 * A piece of a long text, as a call asks for it; splits no character.
 *
 * @param end behind its last character, where the next piece begins
 * @param total length of the whole text
 */
record TextPiece(String text, int begin, int end, int total) {
  /** For a tool's schema, beside what is read. */
  static final String PARAMETERS =
      """
      "offset": {"type": "integer", "minimum": 0, "description": "Character to go on from, as the last answer says; else 0"},
      "max_characters": {"type": "integer", "minimum": 1, "maximum": 50000, "description": "20,000 if not given"}
      """;

  private static final int USUAL = 20_000;
  private static final int MOST = 50_000;

  /** Throws {@link ToolInputException}. */
  static void check(Input input) {
    input.number("offset", 0, Integer.MAX_VALUE);
    input.number("max_characters", 1, MOST);
  }

  /** Throws {@link ToolInputException} for one behind the end. */
  static TextPiece of(String whole, Input input) {
    Integer offset = input.number("offset", 0, Integer.MAX_VALUE);
    Integer most = input.number("max_characters", 1, MOST);
    int from = offset == null ? 0 : offset;
    if (from > 0 && from >= whole.length()) {
      throw new ToolInputException("It has only %,d characters.".formatted(whole.length()));
    }
    long to = (long) from + (most == null ? USUAL : most);
    int begin = untorn(whole, from);
    int end = untorn(whole, (int) Math.min(whole.length(), to));
    if (end == begin && !whole.isEmpty()) {
      end = whole.offsetByCodePoints(begin, 1); // else who goes on from here stays here
    }
    return new TextPiece(whole.substring(begin, end), begin, end, whole.length());
  }

  /** The place itself, or the one before it when a character of two units lies across it. */
  private static int untorn(String text, int place) {
    boolean torn =
        place > 0
            && place < text.length()
            && Character.isHighSurrogate(text.charAt(place - 1))
            && Character.isLowSurrogate(text.charAt(place));
    return torn ? place - 1 : place;
  }

  boolean isLast() {
    return end == total;
  }

  /** Where it is in the text, and how to go on. */
  String place() {
    return "characters %,d to %,d of %,d".formatted(begin, end, total)
        + (isLast() ? "" : "; more with offset " + end);
  }
}
