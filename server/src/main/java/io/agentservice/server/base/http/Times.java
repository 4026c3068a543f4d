package io.agentservice.server.base.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Points in time as texts (completions.md 4). */
public final class Times {
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx").withZone(ZoneOffset.UTC);

  private Times() {}

  /** With microseconds and {@code +00:00}. */
  public static String iso(Instant time) {
    return ISO.format(time);
  }
}
