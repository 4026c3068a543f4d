package io.agentservice.server.base.http.requests;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The percent escapes of queries and forms. */
public final class PercentEncoding {
  private PercentEncoding() {}

  /** Whether all percent escapes are valid UTF-8. */
  public static boolean areDecodable(@Nullable String text) {
    if (text == null || text.indexOf('%') < 0) {
      return true;
    }
    var bytes = ByteBuffer.allocate(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != '%') {
        bytes.put((byte) '.');
      } else if (i + 2 < text.length()
          && HexFormat.isHexDigit(text.charAt(i + 1))
          && HexFormat.isHexDigit(text.charAt(i + 2))) {
        bytes.put((byte) HexFormat.fromHexDigits(text, i + 1, i + 3));
        i += 2;
      } else {
        return false;
      }
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(bytes.flip());
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** A name and its value, decoded. */
  record Pair(String name, String value) {
    private static Pair of(String text) {
      int equals = text.indexOf('=');
      return equals < 0
          ? new Pair(decoded(text), "")
          : new Pair(decoded(text.substring(0, equals)), decoded(text.substring(equals + 1)));
    }
  }

  /** In order; every escape must be valid. */
  static Stream<Pair> pairs(String text) {
    return Arrays.stream(text.split("&", -1)).map(Pair::of);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
