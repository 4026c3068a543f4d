package io.agentservice.server.base.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Points in time as texts (completions.md 4). */
public final class Times {
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx").withZone(ZoneOffset.UTC);

  /** The last second that the database can keep, at the end of the year 294276. */
  static final long LAST_SECOND = 9_224_318_015_999L;

  private Times() {}

  /** With microseconds and {@code +00:00}. */
  public static String iso(Instant time) {
    return ISO.format(time);
  }
}
