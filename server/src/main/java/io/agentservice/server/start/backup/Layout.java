package io.agentservice.server.start.backup;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;

/** Where things are in a backup. */
final class Layout {
  static final String MANIFEST = "manifest.json";

  /** As {@code sha256sum -c} reads it. */
  static final String SUMS = "SHA256SUMS";

  static final String ATTACHMENTS = "attachments/";

  /** A line of the sums; nothing else is ever read or written, so no name leads elsewhere. */
  static final Pattern LINE =
      Pattern.compile(
          "([0-9a-f]{64})  (tables/[a-z0-9_]+\\.copy\\.gz|attachments/[0-9a-z]{2}/[0-9a-z]+)");

  private Layout() {}

  static String table(String name) {
    return "tables/%s.copy.gz".formatted(name);
  }

  /** The directory of a file that is below one. */
  static Path above(Path file) {
    return Objects.requireNonNull(file.getParent());
  }

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
