package io.agentservice.server.base.http.answers;

import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Headers that announce the end of versions 1 and 2 (interface.md 9, api-legacy.md); null: no date
 * is set.
 */
public record Deprecation(@Nullable Instant sunset) {
  /** Since when, as RFC 9745 writes a date. */
  public static final String SINCE = "@1767225600";

  private static final String LINK = "Link";

  /** Names the whole interface until a successor is known. */
  public void tell(HttpServletResponse response) {
    response.setHeader("Deprecation", SINCE);
    if (sunset != null) {
      var end = sunset.atOffset(ZoneOffset.UTC);
      response.setHeader("Sunset", DateTimeFormatter.RFC_1123_DATE_TIME.format(end));
    }
    response.setHeader(LINK, "</openapi.json>; rel=\"service-desc\"");
  }

  /** Where the request would be made now. */
  public static void lead(HttpServletResponse response, String successor) {
    response.setHeader(LINK, "<%s>; rel=\"successor-version\"".formatted(successor));
  }
}
