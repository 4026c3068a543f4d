package io.agentservice.server.context.secrets;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SecretId;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Without its value.
 *
 * @param note may be empty or null
 * @param isSensitive whether texts are masked
 * @param createdBy user, service user or key id
 */
public record Secret(
    SecretId secretId,
    OrgId orgId,
    String key,
    Type type,
    @Nullable String note,
    boolean isSensitive,
    String createdBy,
    Instant createdAt) {

  public enum Type {
    /** A text, as an environment variable. */
    KEY_VALUE("key-value"),
    /** A browser's cookie, as text. */
    COOKIE("cookie"),
    /** What one-time codes are made of; a session gets the codes only. */
    TOTP("totp"),
    /** A JSON object of names and texts, each an environment variable. */
    DICTIONARY("dictionary");

    private final String word;

    Type(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }

    static List<String> words() {
      return Arrays.stream(values()).map(Type::word).toList();
    }

    /** The first for what is none of the {@link #words}. */
    static Type of(String word) {
      return Arrays.stream(values())
          .filter(type -> type.word.equals(word))
          .findFirst()
          .orElse(KEY_VALUE);
    }
  }
}
