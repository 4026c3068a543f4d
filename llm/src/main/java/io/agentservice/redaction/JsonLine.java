package io.agentservice.redaction;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * A line of the log as a JSON object: {@code time}, {@code level}, {@code logger}, {@code message},
 * {@code failure} with its frames, and each value that the message names ({@code session={}}) as a
 * field of that name.
 */
final class JsonLine {
  private static final Pattern VALUE = Pattern.compile("(?:\\b([A-Za-z]\\w*)=)?\\{}");

  private JsonLine() {}

  /**
   * The object, without an end of line.
   *
   * @param failure with its frames; empty for none
   * @param masked what may be written of a text
   */
  static String of(ILoggingEvent event, String failure, UnaryOperator<String> masked) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("time", time(event).toString());
    fields.put("level", event.getLevel().toString());
    fields.put("logger", event.getLoggerName());
    fields.put("message", masked.apply(event.getFormattedMessage()));
    if (!failure.isBlank()) {
      fields.put("failure", masked.apply(failure.strip()));
    }
    values(event, fields, masked);
    return JsonMapper.shared().writeValueAsString(fields);
  }

  private static Instant time(ILoggingEvent event) {
    var time = event.getInstant();
    return (time == null ? Instant.ofEpochMilli(event.getTimeStamp()) : time)
        .truncatedTo(ChronoUnit.MILLIS);
  }

  private static void values(
      ILoggingEvent event, Map<String, Object> fields, UnaryOperator<String> masked) {
    var values = event.getArgumentArray();
    var place = VALUE.matcher(String.valueOf(event.getMessage()));
    for (int i = 0; values != null && i < values.length && place.find(); i++) {
      if (place.group(1) != null) {
        var value = values[i];
        boolean plain = value instanceof Number || value instanceof Boolean;
        fields.putIfAbsent(place.group(1), plain ? value : masked.apply(String.valueOf(value)));
      }
    }
  }
}
