package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Versions 1 and 2.
 *
 * @param ownerOnlyDelete version 1 ends only one's own sessions
 * @param sunset their end; may be null
 * @param keysBefore organizations made from then on get no legacy keys; null: all may
 */
public record LegacySettings(
    boolean ownerOnlyDelete, @Nullable Instant sunset, @Nullable Instant keysBefore) {

  static LegacySettings read(SettingReader r) {
    return new LegacySettings(
        r.bool(
            "AGENT_V1_OWNER_ONLY_DELETE",
            false,
            "Whether version 1 of the API lets nobody end a session of somebody else"),
        r.parsed(
            "AGENT_LEGACY_SUNSET",
            LegacySettings::day,
            "none",
            "Day, such as 2027-06-30, from which versions 1 and 2 will be gone: their answers say so in"
                + " the header Sunset"),
        r.parsed(
            "AGENT_LEGACY_KEYS_BEFORE",
            LegacySettings::day,
            "none",
            "Day, such as 2026-12-01: organizations that are made from then on get no legacy keys"));
  }

  private static Instant day(String text) {
    try {
      return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
    } catch (DateTimeException _) {
      throw new IllegalArgumentException("takes a day such as 2027-06-30");
    }
  }
}
