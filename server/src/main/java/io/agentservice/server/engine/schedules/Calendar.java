package io.agentservice.server.engine.schedules;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Times of a five-field cron text in a zone. A skipped local time is the first valid moment after
 * it, a doubled one the first (api-org.md 6).
 */
final class Calendar {
  private static final CronParser PARSER =
      new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

  private final ExecutionTime times;
  private final ZoneId zone;

  private Calendar(Cron cron, ZoneId zone) {
    this.times = ExecutionTime.forCron(cron);
    this.zone = zone;
  }

  /** Empty when the text is no cron of five fields, or one that never comes. */
  static Optional<Calendar> of(String cron, ZoneId zone) {
    if (cron.startsWith("@") || !cron.chars().allMatch(Calendar::isAscii)) {
      return Optional.empty();
    }
    try {
      var calendar = new Calendar(PARSER.parse(cron.strip()).validate(), zone);
      return calendar.next(Instant.EPOCH).map(_ -> calendar);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty(); // the latter for a range without an end
    }
  }

  /** The parser would take the digits of every script. */
  private static boolean isAscii(int character) {
    return character < 128;
  }

  /** The first moment after. */
  Optional<Instant> next(Instant after) {
    return due(after).map(Due::at);
  }

  /** The n-th of its moments after the given one. */
  Optional<Instant> next(Instant after, int n) {
    return due(after, n).map(Due::at);
  }

  /** A moment; {@code note}: what a change of the zone's clocks makes of it, null for nothing. */
  record Due(Instant at, @Nullable String note) {}

  /** As {@link #next(Instant, int)}. */
  Optional<Due> due(Instant after, int n) {
    var found = due(after);
    for (int i = 1; i < n && found.isPresent(); i++) {
      found = due(found.get().at());
    }
    return found;
  }

  /** Found without clock changes, then moved to the zone. */
  private Optional<Due> due(Instant after) {
    var local = LocalDateTime.ofInstant(after, zone).atZone(ZoneOffset.UTC);
    var found = times.nextExecution(local);
    while (found.isPresent() && !moment(found.get()).at().isAfter(after)) {
      found = times.nextExecution(found.get());
    }
    return found.map(this::moment);
  }

  private Due moment(ZonedDateTime onPaper) {
    var local = onPaper.toLocalDateTime();
    var change = zone.getRules().getTransition(local);
    if (change == null) {
      return new Due(local.atZone(zone).toInstant(), null);
    }
    return change.isGap()
        ? new Due(
            change.getInstant(),
            "%s does not exist in %s, it runs at %s"
                .formatted(words(local), zone, change.getDateTimeAfter().toLocalTime()))
        : new Due(
            local.atZone(zone).withEarlierOffsetAtOverlap().toInstant(),
            "%s comes twice in %s, it runs the first time".formatted(words(local), zone));
  }

  private static String words(LocalDateTime local) {
    return local.toLocalDate() + " " + local.toLocalTime();
  }
}
