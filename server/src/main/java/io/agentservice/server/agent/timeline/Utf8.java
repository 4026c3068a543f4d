package io.agentservice.server.agent.timeline;

import java.nio.charset.StandardCharsets;

/** Cuts texts at bytes of UTF-8, between characters. */
final class Utf8 {
  private Utf8() {}

  static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** The beginning, of at most so many bytes. */
  static String head(String text, int most) {
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      bytes += width(character);
      if (bytes > most) {
        break;
      }
      end += Character.charCount(character);
    }
    return text.substring(0, end);
  }

  /** The end, of at most so many bytes. */
  static String tail(String text, int most) {
    int bytes = 0;
    int begin = text.length();
    while (begin > 0) {
      int character = text.codePointBefore(begin);
      bytes += width(character);
      if (bytes > most) {
        break;
      }
      begin -= Character.charCount(character);
    }
    return text.substring(begin);
  }

  private static int width(int character) {
    return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
  }
}
