package io.agentservice.wire.text;

import java.util.Locale;

/**
 * Text that somebody decides by, on a page or a terminal: what would not be seen, or would move
 * other text, is marked.
 */
public final class Visible {
  private Visible() {}

  /** In the place of such a character its number stands, such as {@code [U+202E]}. */
  public static String of(String text) {
    var shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          if (isHidden(c)) {
            shown.append("[U+%04X]".formatted(c).toUpperCase(Locale.ROOT));
          } else {
            shown.appendCodePoint(c);
          }
        });
    return shown.toString();
  }

  private static boolean isHidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c != '\n' && c != '\t';
      case Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE ->
          true;
      case Character.SPACE_SEPARATOR -> c != ' ';
      default -> c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0; // fillers
    };
  }
}
