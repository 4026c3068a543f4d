package io.agentservice.server.ids;

import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An identifier; {@link #value()} is its canonical text, as stored and (but for the alias word) as
 * shown.
 */
public interface Id {
  Pattern HEX = Pattern.compile("[0-9a-f]{32}");

  String value();

  /** The text as an id when it is exactly the prefix and 32 hex digits, else null. */
  static <T extends Id> @Nullable T parse(String prefix, String text, Function<String, T> make) {
    boolean fits =
        text.startsWith(prefix) && HEX.matcher(text.substring(prefix.length())).matches();
    return fits ? make.apply(text) : null;
  }
}
