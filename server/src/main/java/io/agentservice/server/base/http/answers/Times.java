package io.agentservice.server.base.http.answers;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

public final class Times {
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx").withZone(ZoneOffset.UTC);

  /** The last second that the database can keep, at the end of the year 294276. */
  public static final long LAST_SECOND = 9_224_318_015_999L;

  private Times() {}

  /** A date is its midnight in UTC; a date-time needs an offset; else null. */
  public static @Nullable Instant parse(String text) {
    try {
      var time =
          text.contains("T")
              ? OffsetDateTime.parse(text).toInstant()
              : LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
      long second = time.getEpochSecond();
      return second < 0 || second > LAST_SECOND ? null : time;
    } catch (DateTimeException _) {
      return null;
    }
  }

  /** With microseconds and {@code +00:00}. */
  public static String iso(Instant time) {
    return ISO.format(time);
  }
}
