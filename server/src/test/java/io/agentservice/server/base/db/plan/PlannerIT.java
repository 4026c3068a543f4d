package io.agentservice.server.base.db.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.Schema;
import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.db.plan.Catalog.Size;
import io.agentservice.server.base.db.plan.Effect.Work;
import io.agentservice.server.base.db.plan.Plan.Touch;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A plan of real databases: of none, of an older release with rows, of one that is refused. */
class PlannerIT {
  /** All that migrations can change, in one value. */
  private static final String FINGERPRINT =
      """
      SELECT md5(string_agg(line, E'\\n' ORDER BY line)) FROM (
        SELECT 'c ' || c.relname || c.relkind::text || coalesce(pg_relation_filenode(c.oid), 0)
          || coalesce(c.reloptions::text, '') || coalesce(obj_description(c.oid), '') AS line
          FROM pg_class c WHERE relnamespace = current_schema()::regnamespace
        UNION ALL SELECT 'a ' || attrelid::regclass::text || attname || atttypid::text || attnotnull::text
          FROM pg_attribute WHERE attrelid IN (
            SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
        UNION ALL SELECT 'k ' || conname || pg_get_constraintdef(oid) FROM pg_constraint
        UNION ALL SELECT 'p ' || proname || md5(prosrc) FROM pg_proc
        UNION ALL SELECT 't ' || tgname FROM pg_trigger
        UNION ALL SELECT 'm ' || (query_to_xml('SELECT * FROM flyway_schema_history', true, true, ''))::text
      ) lines\
      """;

  private TestDatabase database = TestDatabase.empty();

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void aDatabaseWithoutTablesGetsAllMigrations() throws Exception {
    var plan = plan();

    assertThat(plan.version()).isNull();
    assertThat(plan.obstacle()).isNull();
    assertThat(plan.steps()).hasSameSizeAs(Schema.scripts().keySet());
    assertThat(plan.steps()).isEqualTo(Planner.ofNothing().steps());
    assertThat(text("SELECT count(*) FROM pg_class WHERE relname LIKE 'flyway%'")).isEqualTo("0");
  }

  @Test
  void theTablesOfAnOlderReleaseAreNamedWithTheirRowsAndLeftAsTheyAre() throws Exception {
    older(45);
    run(
        "INSERT INTO account (account_id, name) SELECT 'account-' || i, 'a' FROM generate_series(1, 3000) i");
    run("ANALYZE account");
    var before = text(FINGERPRINT);

    var plan = plan();

    assertThat(plan.version()).isEqualTo(45);
    assertThat(plan.target()).isEqualTo(Schema.bundled().version());
    assertThat(plan.steps().getFirst().version()).isEqualTo(46);
    assertThat(plan.steps().getFirst().description()).isEqualTo("repository index");
    assertThat(touches(plan, "account"))
        .isNotEmpty()
        .allSatisfy(touch -> {
          assertThat(touch.isNew()).isFalse();
          assertThat(touch.size()).extracting(Size::rows).isEqualTo(3000L);
          assertThat(touch.size().bytes()).isGreaterThan(100_000L);
        });
    assertThat(touches(plan, "index_repository").stream().skip(1)).allMatch(Touch::isNew);
    assertThat(text(FINGERPRINT)).isEqualTo(before);
  }

  @Test
  void whatIsCurrentHasNothingToBeDone() throws Exception {
    database.close();
    database = TestDatabase.create();

    assertThat(plan().steps()).isEmpty();
    assertThat(plan().obstacle()).isNull();
  }

  /** It waits for nobody, and sees what is committed. */
  @Test
  void whileAnotherMigratesThePlanIsOfWhatIsCommitted() throws Exception {
    older(45);
    var before = text(FINGERPRINT);
    try (var other = connection();
        var flyway = connection()) {
      run(flyway, "SELECT pg_advisory_lock((18028::bigint << 32) + 4711)"); // as Flyway does
      other.setAutoCommit(false);
      for (var table : List.of("session", "account", "event", "organization")) {
        run(other, "LOCK TABLE %s IN ACCESS EXCLUSIVE MODE".formatted(table));
        run(other, "ALTER TABLE %s ADD COLUMN half_done text".formatted(table));
      }

      var plan = plan();

      assertThat(plan.isBeingMigrated()).isTrue();
      assertThat(plan.version()).isEqualTo(45);
      assertThat(plan.steps()).isNotEmpty();
      other.rollback();
    }
    assertThat(plan().isBeingMigrated()).isFalse();
    assertThat(text(FINGERPRINT)).isEqualTo(before);
  }

  /** Flyway's lock is known by a number of its own making. */
  @Test
  void theLockThatIsLookedForIsTheOneThatMigrationsHold() throws Exception {
    older(45);
    try (var other = connection()) {
      other.setAutoCommit(false);
      run(other, "LOCK TABLE session IN ACCESS EXCLUSIVE MODE");
      int newest = Schema.bundled().version();
      var migration = Thread.ofVirtual().start(() -> Schema.migrate(address(), newest));
      Await.until(this::isBeingMigrated);
      other.rollback();
      assertThat(migration.join(Duration.ofMinutes(2))).isTrue();
    }
    assertThat(plan().steps()).isEmpty();
  }

  private boolean isBeingMigrated() {
    try {
      return plan().isBeingMigrated();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aRecordThatIsStillEmptyIsNoTableOfOthers() throws Exception {
    older(1);
    run("CREATE SCHEMA kept");
    run("ALTER TABLE flyway_schema_history SET SCHEMA kept");
    run("DROP SCHEMA public CASCADE");
    run("CREATE SCHEMA public");
    run("ALTER TABLE kept.flyway_schema_history SET SCHEMA public");
    run("DELETE FROM flyway_schema_history");

    assertThat(plan().obstacle()).isNull();
  }

  @Test
  void whatAStartWouldRefuseIsSaid() throws Exception {
    older(45);
    run("UPDATE flyway_schema_history SET checksum = checksum + 1 WHERE version = '020'");
    assertThat(plan().obstacle()).contains("others in this release: [20]");

    run("DELETE FROM flyway_schema_history WHERE version = '020'");
    assertThat(plan().obstacle()).contains("lacks migrations older than its last: [20]");

    run("UPDATE flyway_schema_history SET version = '999' WHERE version = '045'");
    assertThat(plan().obstacle()).contains("brought the database to version 999");
    assertThat(plan().steps()).isEmpty();
  }

  @Test
  void tablesOfOthersAreNotTakenForOurs() throws Exception {
    run("CREATE TABLE theirs ()");

    assertThat(plan().obstacle()).contains("no record of migrations");
  }

  @Test
  void whatIsNotJudgedIsInThePlan() throws Exception {
    var unknown =
        plan().steps().stream()
            .flatMap(step -> step.statements().stream())
            .filter(judged ->
                judged.touches().stream().anyMatch(it -> it.effect().work() == Work.NOT_JUDGED))
            .toList();

    assertThat(unknown).isNotEmpty().hasSizeLessThan(30);
  }

  private static List<Touch> touches(Plan plan, String table) {
    return plan.steps().stream()
        .flatMap(step -> step.statements().stream())
        .flatMap(judged -> judged.touches().stream())
        .filter(touch -> table.equals(touch.effect().table()))
        .toList();
  }

  private void older(int version) {
    Schema.migrate(address(), version);
  }

  private DatabaseAddress address() {
    return DatabaseAddress.of(database.jdbcUrl());
  }

  private Plan plan() throws SQLException {
    try (var connection = connection()) {
      return Planner.of(connection);
    }
  }

  private String text(String sql) throws SQLException {
    try (var connection = connection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private void run(String sql) throws SQLException {
    try (var connection = connection()) {
      run(connection, sql);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connection() throws SQLException {
    return DriverManager.getConnection(database.jdbcUrl());
  }
}
