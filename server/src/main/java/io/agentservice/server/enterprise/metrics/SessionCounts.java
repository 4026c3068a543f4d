package io.agentservice.server.enterprise.metrics;

import io.agentservice.server.engine.sessions.parts.Session;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Created sessions, archived and ended ones too, with every origin and size as a key; {@code
 * avgAcusPerSession} has at most six decimals.
 */
public record SessionCounts(
    long sessionsCreatedCount,
    Map<String, Long> sessionsCreatedByOrigin,
    Map<String, Long> sessionsCreatedBySize,
    long sessionsCreatedWithPlaybookCount,
    long sessionsCreatedWithSearchCount,
    long sessionsWithMergedPrsCount,
    Map<String, Long> sessionsWithMergedPrsBySize,
    BigDecimal avgAcusPerSession) {

  private static final List<String> SIZES = List.of("xs", "s", "m", "l", "xl");

  /** Those of one origin and size. */
  record Part(
      String origin,
      String size,
      long created,
      long withPlaybook,
      long withSearch,
      long merged,
      BigDecimal acus) {}

  static SessionCounts of(List<Part> parts) {
    long created = sum(parts, Part::created);
    var acus = parts.stream().map(Part::acus).reduce(BigDecimal.ZERO, BigDecimal::add);
    return new SessionCounts(
        created,
        sums(Session.ORIGINS, parts, Part::origin, Part::created),
        sums(SIZES, parts, Part::size, Part::created),
        sum(parts, Part::withPlaybook),
        sum(parts, Part::withSearch),
        sum(parts, Part::merged),
        sums(SIZES, parts, Part::size, Part::merged),
        created == 0
            ? BigDecimal.ZERO
            : acus.divide(BigDecimal.valueOf(created), 6, RoundingMode.HALF_UP)
                .stripTrailingZeros());
  }

  private static long sum(List<Part> parts, ToLongFunction<Part> count) {
    return parts.stream().mapToLong(count).sum();
  }

  private static SequencedMap<String, Long> sums(
      List<String> keys, List<Part> parts, Function<Part, String> key, ToLongFunction<Part> count) {
    var sums = new LinkedHashMap<String, Long>();
    keys.forEach(each -> sums.put(each, 0L));
    parts.forEach(part -> sums.merge(key.apply(part), count.applyAsLong(part), Long::sum));
    return sums;
  }
}
