package io.agentservice.server.context.attachments;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The media type under which bytes are served: the sent one only if browsers just show it, since a
 * script would run in the pages' origin.
 */
final class ServedType {
  private static final String BYTES = "application/octet-stream";

  /** Harmless images, sound, films, fonts and texts. */
  private static final Pattern SHOWN =
      Pattern.compile("(image/(?!.*xml)|audio/|video/|font/|text/(plain|csv|markdown)$).*");

  /** What browsers leave to other programs. */
  private static final Set<String> KEPT =
      Set.of(
          "application/json",
          "application/zip",
          "application/gzip",
          "application/x-tar",
          "application/x-gzip",
          "application/x-7z-compressed");

  private ServedType() {}

  /** {@code sent}: a media type, with parameters maybe; null when none was sent. */
  static String of(@Nullable String sent) {
    if (sent == null) {
      return BYTES;
    }
    int parameters = sent.indexOf(';');
    var name = parameters < 0 ? sent : sent.substring(0, parameters);
    var bare = name.strip().toLowerCase(Locale.ROOT);
    return SHOWN.matcher(bare).matches() || KEPT.contains(bare) ? sent : BYTES;
  }
}
