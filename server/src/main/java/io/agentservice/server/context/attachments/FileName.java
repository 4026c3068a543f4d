package io.agentservice.server.context.attachments;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Names of files as they are sent, kept and put into addresses (api-org.md 2). */
public final class FileName {
  private static final int MAX_BYTES = 255;

  private FileName() {}

  /** What of a sent name or path is kept; null when nothing is. */
  static @Nullable String of(String sent) {
    var clean = new StringBuilder();
    sent.substring(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
        .codePoints()
        .filter(point -> !Character.isISOControl(point))
        .forEach(clean::appendCodePoint);
    String name = cut(clean.toString(), MAX_BYTES);
    return name.isBlank() || name.equals(".") || name.equals("..") ? null : name;
  }

  /** At most so many bytes of UTF-8, in whole characters. */
  public static String cut(String text, int mostBytes) {
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      bytes += Character.toString(point).getBytes(StandardCharsets.UTF_8).length;
      if (bytes > mostBytes) {
        return text.substring(0, end);
      }
      end += Character.charCount(point);
    }
    return text;
  }

  /** As a part of a path, and as an extended value of a header (RFC 8187). */
  static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
  }

  /** {@code Content-Disposition}: never shown by the browser itself, and no other header. */
  public static String disposition(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9 ._()-]", "_");
    return "attachment; filename=\"%s\"; filename*=UTF-8''%s".formatted(plain, encoded(name));
  }
}
