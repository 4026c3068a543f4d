package io.agentservice.server.base.ids;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** In addresses also bare and as a hyphenated UUID (completions.md 3). */
@IdForm(prefix = AttachmentId.PREFIX, bare = true, noun = "attachment")
public final class AttachmentId extends Id {
  static final String PREFIX = "attachment-";

  private static final Pattern UUID =
      Pattern.compile("([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})");

  public AttachmentId(String value) {
    super(value);
  }

  /** In any of the three forms; else null. */
  public static @Nullable AttachmentId ofAddress(String text) {
    var uuid = UUID.matcher(text);
    return Id.parse(AttachmentId.class, uuid.matches() ? uuid.replaceAll("$1$2$3$4$5") : text);
  }

  /** The 32 hex digits. */
  public String hex() {
    return value().substring(PREFIX.length());
  }

  /** As it stands in addresses. */
  public String uuid() {
    return hex().replaceAll("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
  }
}
