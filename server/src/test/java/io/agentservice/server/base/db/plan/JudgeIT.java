package io.agentservice.server.base.db.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.Schema;
import io.agentservice.server.base.db.plan.Effect.Work;
import io.agentservice.server.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** PostgreSQL itself says what each statement of our migrations does, and whether that was said. */
class JudgeIT {
  /** What stands in the way of somebody; of tables that were there before. */
  private static final Lock LEAST = Lock.SHARE_UPDATE_EXCLUSIVE;

  private static final String LOCKS =
      """
      SELECT c.relname, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
      WHERE l.pid = pg_backend_pid() AND l.granted AND c.relkind IN ('r', 'p', 'v')\
      """;
  private static final String FILES =
      """
      SELECT relname, pg_relation_filenode(oid) || ' ' || coalesce(pg_stat_get_xact_numscans(oid), 0)
      FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'\
      """;

  private int judged;

  @Test
  void everyStatementOfOursLocksScansAndRewritesWhatTheJudgeSays() throws Exception {
    var soft = new SoftAssertions();
    try (var database = TestDatabase.empty();
        var connection = DriverManager.getConnection(database.jdbcUrl())) {
      connection.setAutoCommit(false);
      for (var script : Schema.scripts().values()) {
        run(connection, beforeEach());
        connection.commit();
        for (var statement : Statements.of(script.text())) {
          check(connection, statement, soft);
          connection.commit();
        }
      }
      assertThat(tables(connection)).containsKeys("session", "event", "outpost");
    }
    soft.assertAll();
    assertThat(judged).as("statements whose locks are known").isGreaterThan(400);
  }

  private void check(Connection connection, String sql, SoftAssertions soft) throws SQLException {
    var catalog = Catalog.read(connection);
    var before = pairs(connection, FILES); // in the same transaction: its end moves the counters
    var effects = new Judge(catalog).judge(sql);

    run(connection, sql);

    var after = pairs(connection, FILES);
    boolean isKnown =
        effects.stream()
            .noneMatch(effect -> effect.work() == Work.NOT_JUDGED && effect.lock() == null);
    if (!isKnown) {
      return;
    }
    judged++;
    var said = said(effects, catalog);
    said.keySet().retainAll(after.keySet()); // of a dropped one nobody can ask any more
    soft.assertThat(said).as(sql).isEqualTo(taken(connection, catalog));
    for (var effect : effects) {
      var was = before.get(effect.table());
      var is = after.get(effect.table());
      if (was == null || is == null || effect.work() == Work.NOT_JUDGED) {
        continue;
      }
      soft.assertThat(!is.split(" ", -1)[0].equals(was.split(" ", -1)[0]))
          .as("rewrites %s: %s", effect.table(), sql)
          .isEqualTo(effect.work() == Work.REWRITES);
      if (!is.split(" ", -1)[1].equals(was.split(" ", -1)[1])) {
        soft.assertThat(effect.work())
            .as("reads all of %s: %s", effect.table(), sql)
            .isNotEqualTo(Work.INSTANT);
      }
    }
  }

  private static Map<String, Lock> said(Iterable<Effect> effects, Catalog catalog) {
    var locks = new HashMap<String, Lock>();
    for (var effect : effects) {
      var lock = effect.lock();
      if (lock != null
          && lock.compareTo(LEAST) >= 0
          && catalog.tables().containsKey(effect.table())) {
        locks.put(effect.table(), lock);
      }
    }
    return locks;
  }

  /** The strongest of each. */
  private static Map<String, Lock> taken(Connection connection, Catalog catalog)
      throws SQLException {
    var locks = new HashMap<String, Lock>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(LOCKS)) {
      while (rows.next()) {
        var words = rows.getString(2).replace("Lock", "").replaceAll("(?<=.)([A-Z])", "_$1");
        var lock = Lock.of(words).orElseThrow();
        if (lock.compareTo(LEAST) >= 0 && catalog.tables().containsKey(rows.getString(1))) {
          locks.merge(rows.getString(1), lock, Lock::or);
        }
      }
    }
    return locks;
  }

  private static Map<String, String> tables(Connection connection) throws SQLException {
    return pairs(connection, FILES);
  }

  private static Map<String, String> pairs(Connection connection, String sql) throws SQLException {
    var pairs = new HashMap<String, String>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        pairs.put(rows.getString(1), rows.getString(2));
      }
    }
    return pairs;
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String beforeEach() throws Exception {
    try (var script = Schema.class.getResourceAsStream("before-each-migration.sql")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
