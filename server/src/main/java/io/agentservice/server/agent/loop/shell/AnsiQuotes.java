package io.agentservice.server.agent.loop.shell;

/** Text in {@code $'...'}, where a backslash names a character. */
final class AnsiQuotes {
  private static final String NAMES = "abefnrtvE\\'\"?";
  private static final String NAMED = "\u0007\b\u001b\f\n\r\t\u000b\u001b\\'\"?";

  private AnsiQuotes() {}

  /** Up to the quote that closes it, past it. */
  static String read(Cursor cursor) throws UnclearException {
    var text = new StringBuilder();
    while (true) {
      char c = cursor.take();
      if (c == '\'') {
        return text.toString();
      }
      if (c == '\\') {
        escape(cursor, text);
      } else {
        text.append(c);
      }
    }
  }

  private static void escape(Cursor cursor, StringBuilder text) throws UnclearException {
    char c = cursor.peek();
    int named = NAMES.indexOf(c);
    if (named >= 0) {
      cursor.skip(1);
      text.append(NAMED.charAt(named));
    } else if (c >= '0' && c <= '7') {
      number(cursor, text, 8, 3);
    } else if (c == 'x' || c == 'u' || c == 'U') {
      cursor.skip(1);
      number(cursor, text, 16, c == 'x' ? 2 : c == 'u' ? 4 : 8);
    } else {
      throw new UnclearException("a character in $'...'");
    }
  }

  private static void number(Cursor cursor, StringBuilder text, int radix, int most)
      throws UnclearException {
    int value = 0;
    int digits = 0;
    while (digits < most && Character.digit(cursor.peek(), radix) >= 0) {
      value = value * radix + Character.digit(cursor.take(), radix);
      digits++;
    }
    // Bytes above ASCII may be parts of a character.
    if (digits == 0 || value == 0 || value > 0x7f) {
      throw new UnclearException("a character in $'...'");
    }
    text.append((char) value);
  }
}
