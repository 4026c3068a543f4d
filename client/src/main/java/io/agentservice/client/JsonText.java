package io.agentservice.client;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON on one line. The codec's own writer fails with long texts that are full of control
 * characters, such as a program's coloured output.
 */
final class JsonText {
  private final StringBuilder out = new StringBuilder();

  private JsonText() {}

  /** The text of an object whose values are of the kinds that {@link JsonObject} names. */
  static String of(Map<?, ?> fields) {
    var text = new JsonText();
    text.object(fields);
    return text.out.toString();
  }

  private void object(Map<?, ?> fields) {
    char before = '{';
    for (var field : fields.entrySet()) {
      out.append(before);
      string(String.valueOf(field.getKey()));
      out.append(':');
      value(field.getValue());
      before = ',';
    }
    out.append(before == '{' ? "{}" : "}");
  }

  private void array(List<?> values) {
    char before = '[';
    for (var value : values) {
      out.append(before);
      value(value);
      before = ',';
    }
    out.append(before == '[' ? "[]" : "]");
  }

  private void value(@Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case String text -> string(text);
      case Number number -> out.append(plain(number));
      case Boolean _ -> out.append(value);
      case Map<?, ?> fields -> object(fields);
      case List<?> values -> array(values);
      case JsonObject object -> object(object.fields());
      default -> throw new IllegalArgumentException("no JSON value: " + value.getClass());
    }
  }

  /** Without a power of ten, which people don't read and the service doesn't write. */
  static String plain(Number number) {
    return number instanceof Double fraction
        ? BigDecimal.valueOf(fraction).toPlainString()
        : number.toString();
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append(c < 16 ? "\\u000" : "\\u00").append(Integer.toHexString(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
