package io.agentservice.redaction;

import java.util.function.Predicate;

/**
 * The form of secrets whose values are unknown: other people's tokens.
 *
 * @param name for the mask
 * @param prefix at least two characters
 * @param length in characters, the prefix included; letters and digits follow it
 * @param genuine tells one from another text of that form, for example by its checksum
 */
public record Shape(String name, String prefix, int length, Predicate<String> genuine) {
  String mask() {
    return "[secret:" + name + "]";
  }

  /** Whether one begins at this place. */
  boolean at(CharSequence text, int index) {
    return text.length() - index >= length
        && fits(text, index, length)
        && genuine.test(text.subSequence(index, index + length).toString());
  }

  /** Whether the rest of the text may be the start of one. */
  boolean open(CharSequence text, int index) {
    int left = text.length() - index;
    return left < length && fits(text, index, left);
  }

  private boolean fits(CharSequence text, int index, int count) {
    for (int i = 0; i < count; i++) {
      char found = text.charAt(index + i);
      if (i < prefix.length() ? found != prefix.charAt(i) : !isDigitOrLetter(found)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigitOrLetter(char found) {
    return (found >= '0' && found <= '9')
        || (found >= 'A' && found <= 'Z')
        || (found >= 'a' && found <= 'z');
  }
}
