package io.agentservice.server.context.attachments;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * As what the bytes of an attachment are handed out: as what they were sent, where a browser only
 * shows that; else as bytes. They come from the address of the pages, where a script of theirs
 * would act for whoever is signed in.
 */
final class ServedType {
  private static final String BYTES = "application/octet-stream";

  /** Images but those that are documents, sound, films, fonts, and texts that say nothing. */
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
