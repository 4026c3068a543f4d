package io.agentservice.server.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/** The media type under which bytes are served, by what they are: names promise anything. */
final class FileType {
  static final String TEXT = "text/plain;charset=utf-8";
  static final String BYTES = "application/octet-stream";

  private static final Map<String, String> IMAGES =
      Map.of(
          "89504e470d0a1a0a", "image/png",
          "ffd8ff", "image/jpeg",
          "474946383761", "image/gif",
          "474946383961", "image/gif");

  private static final int RIFF = 4;
  private static final int WEBP = 8;
  private static final int WEBP_END = 12;

  private FileType() {}

  static String of(byte[] bytes) {
    for (var image : IMAGES.entrySet()) {
      if (beginsWith(bytes, image.getKey())) {
        return image.getValue();
      }
    }
    if (has(bytes, 0, RIFF, "RIFF") && has(bytes, WEBP, WEBP_END, "WEBP")) {
      return "image/webp";
    }
    return isText(bytes) ? TEXT : BYTES;
  }

  private static boolean beginsWith(byte[] bytes, String hex) {
    var start = HexFormat.of().parseHex(hex);
    return bytes.length >= start.length
        && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
  }

  private static boolean has(byte[] bytes, int from, int to, String text) {
    return bytes.length >= to && new String(bytes, from, to - from, UTF_8).equals(text);
  }

  private static boolean isText(byte[] bytes) {
    for (byte each : bytes) {
      if (each == 0) {
        return false;
      }
    }
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException _) {
      return false;
    }
  }
}
