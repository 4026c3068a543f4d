package io.agentservice.server.enterprise.metrics;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.lists.Cursors;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.enterprise.consumption.Consumption;
import io.agentservice.server.enterprise.consumption.Consumption.Share;
import io.agentservice.server.enterprise.consumption.ConsumptionFeature;
import io.agentservice.server.enterprise.consumption.Daily;
import io.agentservice.server.enterprise.consumption.UseFilter;
import io.agentservice.server.enterprise.metrics.Activity.Least;
import io.agentservice.server.enterprise.metrics.Activity.Period;
import io.agentservice.server.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Consumption and metrics equal what a plain program makes of the raw events of a year, whatever is
 * asked for. A seed that fails is the way to see it again; {@code -Dfigures.seeds=1000} asks more.
 */
class FiguresRecomputedIT {
  private static final int QUESTIONS = 8;
  private static final int SESSIONS = 60;

  private static TestDatabase store;
  private static Connection connection;
  private static Database database;
  private static Consumption consumption;
  private static Metrics metrics;

  @BeforeAll
  static void open() throws SQLException {
    store = TestDatabase.create();
    database = Database.open(store.jdbcUrl());
    connection = DriverManager.getConnection(store.jdbcUrl());
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE searched (search_id text, account_id text, org_id text, user_id text, service_user_id text,
                                 session_id text, created_at timestamptz)
          """);
      statement.execute("CREATE OR REPLACE VIEW search_made AS SELECT * FROM searched");
    }
    var lists = new Lists(new Cursors(new byte[32]));
    consumption = ConsumptionFeature.wire(database, lists, 1).consumption();
    metrics = MetricsFeature.wire(database).metrics();
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
    database.close();
    store.close();
  }

  static LongStream seeds() {
    return LongStream.range(0, Long.getLong("figures.seeds", 6));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyFigureIsWhatTheRawEventsSay(long seed) throws SQLException {
    var dice = new Random(seed);
    var events = RawEvents.of(dice, SESSIONS);
    connection.setAutoCommit(false);
    events.insert(connection);
    connection.commit();

    daysAddUp(events);
    for (int i = 0; i < QUESTIONS; i++) {
      ask(question(dice, events), dice);
    }
  }

  private static void daysAddUp(RawEvents events) {
    var always = new TimeRange(RawEvents.BEGIN, RawEvents.BEGIN.plusSeconds(400 * 86_400));
    for (var session : events.sessions()) {
      var id = new SessionId(session.id());
      var scope = new Scope(events.account(), null);
      assertThat(consumption.daily(scope, UseFilter.of(id), always).total())
          .isEqualByComparingTo(session.acus());
    }
  }

  private static Recomputed question(Random dice, RawEvents events) {
    var org = dice.nextBoolean() ? null : RawEvents.one(dice, events.orgs());
    var one = RawEvents.time(dice);
    var other = RawEvents.time(dice);
    var range =
        one.isBefore(other) ? new TimeRange(one, other) : new TimeRange(other, one.plusSeconds(1));
    var filter =
        new MetricsFilter(
            dice.nextInt(3) == 0 ? List.of(RawEvents.one(dice, events.orgs()).value()) : List.of(),
            dice.nextInt(3) == 0 ? "playbook-1" : null,
            dice.nextInt(3) == 0 ? RawEvents.some(dice) : List.of(),
            dice.nextInt(3) == 0 ? RawEvents.robots(dice) : List.of());
    return new Recomputed(events, new Scope(events.account(), org), filter, range);
  }

  private static void ask(Recomputed all, Random dice) {
    var scope = all.scope();
    var filter = all.filter();
    var range = all.range();
    var least = new Least(dice.nextInt(4), dice.nextInt(3));
    use(all);
    assertThat(metrics.active(scope, filter.orgIds(), range, least).activeUsers())
        .isEqualTo(all.active(least));
    for (var period : Period.values()) {
      assertThat(metrics.activeBy(period, scope, filter.orgIds(), range, least))
          .isEqualTo(all.activeBy(period, least));
    }
    assertThat(metrics.pullRequests(scope, filter, range)).isEqualTo(all.pullRequests());
    assertThat(metrics.sessions(scope, filter, range)).isEqualTo(all.sessions());
    assertThat(categories(metrics.categories(scope, filter, range)))
        .isEqualTo(plain(all.acusByCategory()));
    assertThat(metrics.searches(scope, filter, range)).isEqualTo(all.searches());
    assertThat(metrics.usage(scope, filter, range)).isEqualTo(all.usage());
  }

  private static void use(Recomputed all) {
    var filter = all.filter();
    var use = new UseFilter(filter.orgIds(), filter.userIds(), null);
    var daily = consumption.daily(all.scope(), use, all.range());
    assertThat(days(daily)).isEqualTo(plain(all.daily(filter.userIds())));
    var everyone = new UseFilter(filter.orgIds(), List.of(), null);
    assertThat(plainly(consumption.shares(all.scope(), Share.ORGANIZATION, everyone, all.range())))
        .isEqualTo(plainly(all.shares(RawEvents.Made::org)));
    assertThat(plainly(consumption.shares(all.scope(), Share.OWNER, everyone, all.range())))
        .isEqualTo(plainly(all.shares(RawEvents.Made::owner)));
  }

  private static Map<LocalDate, Map<String, String>> days(Daily daily) {
    var days = new TreeMap<LocalDate, Map<String, String>>();
    for (var day : daily.days()) {
      var products = new HashMap<String, BigDecimal>();
      products.put("agent", day.agent());
      products.put("review", day.review());
      products.values().removeIf(acus -> acus.signum() == 0);
      days.put(day.date(), plainly(products));
    }
    return days;
  }

  private static Map<String, Map<String, String>> categories(CategoryCounts counts) {
    return counts.categories().stream()
        .collect(
            toMap(
                CategoryCounts.Category::category,
                category ->
                    category.subcategories().stream()
                        .collect(toMap(s -> s.displayName(), s -> s.acus().toPlainString()))));
  }

  private static <K> Map<K, Map<String, String>> plain(Map<K, Map<String, BigDecimal>> figures) {
    return figures.entrySet().stream()
        .collect(toMap(Map.Entry::getKey, e -> plainly(e.getValue())));
  }

  private static Map<String, String> plainly(Map<String, BigDecimal> figures) {
    return figures.entrySet().stream()
        .collect(toMap(Map.Entry::getKey, e -> e.getValue().stripTrailingZeros().toPlainString()));
  }
}
