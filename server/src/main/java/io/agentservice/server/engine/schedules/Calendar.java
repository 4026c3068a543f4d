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

  /** The first moment after; found without clock changes, then moved to the zone. */
  Optional<Instant> next(Instant after) {
    var local = LocalDateTime.ofInstant(after, zone).atZone(ZoneOffset.UTC);
    var found = times.nextExecution(local);
    while (found.isPresent() && !moment(found.get()).isAfter(after)) {
      found = times.nextExecution(found.get());
    }
    return found.map(this::moment);
  }

  private Instant moment(ZonedDateTime onPaper) {
    var local = onPaper.toLocalDateTime();
    var change = zone.getRules().getTransition(local);
    return change != null && change.isGap()
        ? change.getInstant()
        : local.atZone(zone).withEarlierOffsetAtOverlap().toInstant();
  }

  /** The n-th of its moments after the given one. */
  Optional<Instant> next(Instant after, int n) {
    Optional<Instant> found = next(after);
    for (int i = 1; i < n && found.isPresent(); i++) {
      found = next(found.get());
    }
    return found;
  }
}
