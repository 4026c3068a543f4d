package io.agentservice.wire.text;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times in sentences for people. */
public final class TimeText {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private TimeText() {}

  /** Like {@code 2026-11-27 10:32:00 UTC}. */
  public static String of(Instant time) {
    return CLOCK.format(time);
  }

  /** Like {@code 40 s}, {@code 4 min 0 s}, {@code 2 h 5 min}; nothing below zero. */
  public static String of(Duration time) {
    long seconds = Math.max(time.toSeconds(), 0);
    if (seconds < 60) {
      return seconds + " s";
    }
    return seconds < 3600
        ? "%d min %d s".formatted(seconds / 60, seconds % 60)
        : "%d h %d min".formatted(seconds / 3600, seconds / 60 % 60);
  }
}
