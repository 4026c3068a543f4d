package io.agentservice.cli.terminal;

import io.agentservice.wire.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What others wrote (models, commands, repositories, people, the service) as it may reach a
 * terminal: no character is left that moves the cursor, sets a title or the clipboard, hides text
 * or turns its order round. What such a sequence carried stays and is seen.
 */
public final class PlainText {
  /** Colours and movements; they carry nothing but numbers. */
  private static final Pattern SEQUENCE = Pattern.compile("(?:\u001b\\[|\u009b)[0-?]*[ -/]*[@-~]");

  private static final int ZERO_WIDTH_NON_JOINER = 0x200c;
  private static final int ZERO_WIDTH_JOINER = 0x200d;

  private PlainText() {}

  /** The text without control characters other than newline and tab; a return ends a line, too. */
  public static String of(String text) {
    var plain = new StringBuilder(text.length());
    SEQUENCE
        .matcher(text)
        .replaceAll("")
        .replace("\r\n", "\n")
        .codePoints()
        .forEach(c -> {
          if (c == '\r' || c == '\u2028' || c == '\u2029') {
            plain.append('\n');
          } else if (!controls(c)) {
            plain.appendCodePoint(c);
          }
        });
    return plain.toString();
  }

  /** As {@link #of}, on one line. */
  public static String line(String text) {
    return of(text).replace('\n', ' ').replace('\t', ' ').strip();
  }

  /** An object all of whose texts are plain; its names, too. */
  public static JsonObject of(JsonObject object) {
    var plain = new LinkedHashMap<String, @Nullable Object>();
    object.fields().forEach((name, value) -> plain.put(of(name), value(value)));
    return new JsonObject(plain);
  }

  private static @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case String text -> of(text);
      case Map<?, ?> map -> {
        var plain = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((name, field) -> plain.put(of(String.valueOf(name)), value(field)));
        yield plain;
      }
      case List<?> list -> list.stream().map(PlainText::value).toList();
      case null, default -> value;
    };
  }

  /** JSON that means the same, with an escape for each character that a terminal would obey. */
  public static String json(String json) {
    if (json.codePoints().noneMatch(PlainText::escaped)) {
      return json;
    }
    var plain = new StringBuilder(json.length() + 64);
    json.codePoints()
        .forEach(c -> {
          if (escaped(c)) {
            for (char unit : Character.toChars(c)) {
              plain.append("\\u%04x".formatted((int) unit));
            }
          } else {
            plain.appendCodePoint(c);
          }
        });
    return plain.toString();
  }

  private static boolean escaped(int c) {
    return controls(c) || c == '\u2028' || c == '\u2029';
  }

  /** Joiners stay: words of some languages and many pictures are made with them. */
  private static boolean controls(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c != '\n' && c != '\t';
      case Character.FORMAT -> c != ZERO_WIDTH_NON_JOINER && c != ZERO_WIDTH_JOINER;
      case Character.SURROGATE -> true; // half a character
      default -> false;
    };
  }
}
