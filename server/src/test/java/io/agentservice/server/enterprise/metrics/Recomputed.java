package io.agentservice.server.enterprise.metrics;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.reducing;
import static java.util.stream.Collectors.toMap;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.enterprise.metrics.Activity.Least;
import io.agentservice.server.enterprise.metrics.Activity.Period;
import io.agentservice.server.enterprise.metrics.RawEvents.Made;
import io.agentservice.server.enterprise.metrics.RawEvents.Pull;
import io.agentservice.server.enterprise.metrics.RawEvents.Search;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures once more, from the raw events, in the plainest way. */
record Recomputed(RawEvents events, Scope scope, MetricsFilter filter, TimeRange range) {
  private static final List<String> SIZES = List.of("xs", "s", "m", "l", "xl");

  private boolean within(Instant time) {
    return !time.isBefore(range.after()) && time.isBefore(range.before());
  }

  private boolean ofScope(String org) {
    return (scope.orgId() == null || scope.orgId().value().equals(org))
        && any(filter.orgIds(), org);
  }

  private static boolean any(List<String> wanted, String value) {
    return wanted.isEmpty() || wanted.contains(value);
  }

  private boolean matches(Made session) {
    return ofScope(session.org())
        && any(filter.userIds(), session.user())
        && any(filter.serviceUserIds(), session.robot())
        && (filter.playbookId() == null || filter.playbookId().equals(session.playbook()));
  }

  private List<Made> made() {
    return events.sessions().stream().filter(s -> matches(s) && within(s.at())).toList();
  }

  /** ACUs by day of billing and product, of those owners; all when there are none. */
  Map<LocalDate, Map<String, BigDecimal>> daily(List<String> owners) {
    var days = new TreeMap<LocalDate, Map<String, BigDecimal>>();
    for (var session : events.sessions()) {
      for (var booking : session.bookings()) {
        if (ofScope(session.org()) && any(owners, session.owner()) && within(booking.at())) {
          var day =
              LocalDateTime.ofInstant(booking.at().minus(Duration.ofHours(8)), ZoneOffset.UTC)
                  .toLocalDate();
          days.computeIfAbsent(day, _ -> new HashMap<>())
              .merge(session.product(), booking.acus(), BigDecimal::add);
        }
      }
    }
    return days;
  }

  Map<String, BigDecimal> shares(Function<Made, String> by) {
    var shares = new TreeMap<String, BigDecimal>();
    for (var session : events.sessions()) {
      for (var booking : session.bookings()) {
        if (ofScope(session.org()) && within(booking.at()) && by.apply(session) != null) {
          shares.merge(by.apply(session), booking.acus(), BigDecimal::add);
        }
      }
    }
    return shares;
  }

  long active(Least least, Predicate<Instant> when) {
    var sessions =
        events.sessions().stream()
            .filter(s -> s.user() != null && ofScope(s.org()) && when.test(s.at()))
            .collect(groupingBy(Made::user, counting()));
    var searches =
        events.searches().stream()
            .filter(s -> s.user() != null && ofScope(s.org()) && when.test(s.at()))
            .collect(groupingBy(Search::user, counting()));
    return Stream.concat(sessions.keySet().stream(), searches.keySet().stream())
        .distinct()
        .filter(user ->
            reaches(sessions.get(user), least.minSessions())
                || reaches(searches.get(user), least.minSearches()))
        .count();
  }

  private static boolean reaches(Long count, int least) {
    return least > 0 && count != null && count >= least;
  }

  long active(Least least) {
    return active(least, this::within);
  }

  List<Activity> activeBy(Period period, Least least) {
    var periods = new ArrayList<Activity>();
    var begin = LocalDate.ofInstant(range.after(), ZoneOffset.UTC);
    begin =
        switch (period) {
          case DAY -> begin;
          case WEEK -> begin.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
          case MONTH -> begin.withDayOfMonth(1);
        };
    while (instant(begin).isBefore(range.before())) {
      var next =
          switch (period) {
            case DAY -> begin.plusDays(1);
            case WEEK -> begin.plusWeeks(1);
            case MONTH -> begin.plusMonths(1);
          };
      var from = instant(begin);
      var to = instant(next);
      long count = active(least, time -> within(time) && !time.isBefore(from) && time.isBefore(to));
      periods.add(
          new Activity(
              count,
              from.isBefore(range.after()) ? range.after() : from,
              to.isAfter(range.before()) ? range.before() : to));
      begin = next;
    }
    return periods;
  }

  private static Instant instant(LocalDate day) {
    return day.atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  PullRequestCounts pullRequests() {
    var byUrl =
        events.pulls().stream()
            .filter(pull -> matches(pull.session()) && within(pull.at()))
            .collect(groupingBy(Pull::url));
    var opened = new HashMap<String, Long>();
    var taken = new HashMap<String, Long>();
    for (var pulls : byUrl.values()) {
      var states = pulls.stream().map(Pull::state).collect(Collectors.toSet());
      String state =
          states.contains("merged") ? "merged" : states.contains("closed") ? "closed" : "open";
      var counts = pulls.stream().allMatch(Pull::takenOver) ? taken : opened;
      counts.merge(state, 1L, Long::sum);
    }
    return new PullRequestCounts(
        all(opened),
        opened.getOrDefault("open", 0L),
        opened.getOrDefault("closed", 0L),
        opened.getOrDefault("merged", 0L),
        all(taken),
        taken.getOrDefault("open", 0L),
        taken.getOrDefault("closed", 0L),
        taken.getOrDefault("merged", 0L));
  }

  private static long all(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  SessionCounts sessions() {
    var made = made();
    var merged = made.stream().filter(this::hasMerged).toList();
    var acus = made.stream().map(Made::acus).reduce(BigDecimal.ZERO, BigDecimal::add);
    return new SessionCounts(
        made.size(),
        count(Session.ORIGINS, made, Made::origin),
        count(SIZES, made, Recomputed::size),
        made.stream().filter(s -> s.playbook() != null).count(),
        made.stream()
            .filter(s -> events.searches().stream().anyMatch(f -> s.id().equals(f.session())))
            .count(),
        merged.size(),
        count(SIZES, merged, Recomputed::size),
        made.isEmpty()
            ? BigDecimal.ZERO
            : acus.divide(BigDecimal.valueOf(made.size()), 6, RoundingMode.HALF_UP)
                .stripTrailingZeros());
  }

  private boolean hasMerged(Made session) {
    return events.pulls().stream()
        .anyMatch(pull -> pull.session().equals(session) && pull.state().equals("merged"));
  }

  private static Map<String, Long> count(
      List<String> keys, List<Made> sessions, Function<Made, String> key) {
    return keys.stream()
        .collect(
            toMap(
                Function.identity(),
                each -> sessions.stream().filter(s -> key.apply(s).equals(each)).count()));
  }

  private static String size(Made session) {
    double acus = session.acus().doubleValue();
    return acus < 1 ? "xs" : acus < 3 ? "s" : acus < 8 ? "m" : acus < 20 ? "l" : "xl";
  }

  /** Sessions and ACUs by category and name of subcategory. */
  Map<String, Map<String, BigDecimal>> acusByCategory() {
    return made().stream()
        .filter(s -> s.category() != null)
        .collect(
            groupingBy(
                Made::category,
                groupingBy(
                    s -> Objects.requireNonNullElse(s.subcategory(), "Other"),
                    reducing(BigDecimal.ZERO, Made::acus, BigDecimal::add))));
  }

  long searches() {
    return events.searches().stream()
        .filter(s ->
            ofScope(s.org())
                && any(filter.userIds(), s.user())
                && any(filter.serviceUserIds(), s.robot())
                && within(s.at()))
        .count();
  }

  Metrics.Usage usage() {
    var pulls = pullRequests();
    return new Metrics.Usage(
        made().size(), searches(), pulls.prsCreatedCount(), pulls.prsMergedCount());
  }
}
