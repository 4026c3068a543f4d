package io.agentservice.client.http;

import io.agentservice.wire.json.JsonObject;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** An answer of the service, whatever its status; {@code body} is empty when there was none. */
public record Answer(int status, HttpHeaders headers, String body) {
  private static final int NO_CONTENT = 204;

  /** The first value of a header, its name in any case; null when absent. */
  public @Nullable String header(String name) {
    return headers.firstValue(name).orElse(null);
  }

  /** What the answerer's clock said; null when the answer does not tell it. */
  public @Nullable Instant date() {
    var date = header("Date");
    try {
      return date == null
          ? null
          : ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeParseException _) {
      return null;
    }
  }

  /** True for 2xx. */
  public boolean successful() {
    return status >= 200 && status < 300;
  }

  /**
   * The body as an object; an empty one when the status says that there is no body.
   *
   * @throws io.agentservice.wire.json.JsonException when it is not one
   */
  public JsonObject json() {
    return status == NO_CONTENT ? JsonObject.of() : JsonObject.parse(body);
  }
}
