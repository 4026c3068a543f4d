package io.agentservice.server.base.db.plan;

import static io.agentservice.server.base.db.plan.Effect.Work.CHANGES_ROWS;
import static io.agentservice.server.base.db.plan.Effect.Work.INSTANT;
import static io.agentservice.server.base.db.plan.Effect.Work.NOT_JUDGED;
import static io.agentservice.server.base.db.plan.Effect.Work.REWRITES;
import static io.agentservice.server.base.db.plan.Effect.Work.SCANS;
import static io.agentservice.server.base.db.plan.Lock.ACCESS_EXCLUSIVE;
import static io.agentservice.server.base.db.plan.Lock.ROW_EXCLUSIVE;
import static io.agentservice.server.base.db.plan.Lock.SHARE;
import static io.agentservice.server.base.db.plan.Lock.SHARE_ROW_EXCLUSIVE;
import static io.agentservice.server.base.db.plan.Lock.SHARE_UPDATE_EXCLUSIVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.plan.Effect.Work;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms that our migrations have not had yet; {@code JudgeIT} asks PostgreSQL about the others. */
class JudgeTest {
  private final Judge judge =
      new Judge(
          new Catalog(
              Map.of(),
              Map.of("i", "t"),
              List.of(new Catalog.Reference("t", "t_fkey", "u", List.of("c")))));

  @Test
  void anIndexKeepsWritersWaitingWhileItReads() {
    is("CREATE UNIQUE INDEX i ON t (a)", SHARE, SCANS);
  }

  @Test
  void whatIsFilledWithOneValueIsInstant() {
    is("ALTER TABLE t ADD COLUMN a text", ACCESS_EXCLUSIVE, INSTANT);
    is("ALTER TABLE t ADD COLUMN a int NOT NULL DEFAULT 0", ACCESS_EXCLUSIVE, INSTANT);
    is("ALTER TABLE t ADD a timestamptz DEFAULT now()", ACCESS_EXCLUSIVE, INSTANT);
  }

  @Test
  void whatMayBeAnotherValueForEachRowIsNotJudged() {
    is("ALTER TABLE t ADD a uuid DEFAULT gen_random_uuid()", ACCESS_EXCLUSIVE, NOT_JUDGED);
    is("ALTER TABLE t ADD a int DEFAULT 1 + random()", ACCESS_EXCLUSIVE, NOT_JUDGED);
    is("ALTER TABLE t ADD a positive_number", ACCESS_EXCLUSIVE, NOT_JUDGED);
  }

  @Test
  void computedColumnsRewrite() {
    is("ALTER TABLE t ADD a int GENERATED ALWAYS AS (b + 1) STORED", ACCESS_EXCLUSIVE, REWRITES);
    is("ALTER TABLE t ADD a bigserial", ACCESS_EXCLUSIVE, REWRITES);
  }

  @Test
  void constraintsReadAllUnlessToldNotTo() {
    is("ALTER TABLE t ADD CONSTRAINT x CHECK (a > 0)", ACCESS_EXCLUSIVE, SCANS);
    is("ALTER TABLE t ADD CONSTRAINT x CHECK (a > 0) NOT VALID", ACCESS_EXCLUSIVE, INSTANT);
    is("ALTER TABLE t VALIDATE CONSTRAINT x", SHARE_UPDATE_EXCLUSIVE, SCANS);
    is("ALTER TABLE t ALTER COLUMN a SET NOT NULL", ACCESS_EXCLUSIVE, SCANS);
  }

  @Test
  void aForeignKeyStopsWritersOfBothTables() {
    assertThat(judge.judge("ALTER TABLE t ADD CONSTRAINT x FOREIGN KEY (a) REFERENCES v (a)"))
        .containsExactly(
            Effect.on("t", SHARE_ROW_EXCLUSIVE, SCANS),
            Effect.on("v", SHARE_ROW_EXCLUSIVE, INSTANT));
  }

  @Test
  void droppingAForeignKeyLocksTheOtherTableToo() {
    var both =
        List.of(
            Effect.on("t", ACCESS_EXCLUSIVE, INSTANT), Effect.on("u", ACCESS_EXCLUSIVE, INSTANT));

    assertThat(judge.judge("ALTER TABLE t DROP CONSTRAINT t_fkey")).isEqualTo(both);
    assertThat(judge.judge("ALTER TABLE t DROP COLUMN c")).isEqualTo(both);
    assertThat(judge.judge("DROP TABLE t")).isEqualTo(both);
  }

  @Test
  void theMostOfSeveralActionsCounts() {
    is(
        "ALTER TABLE t SET (fillfactor = 80), ADD a text, ALTER b SET NOT NULL",
        ACCESS_EXCLUSIVE,
        SCANS);
  }

  @Test
  void anIndexIsDroppedUnderTheLockOfItsTable() {
    is("DROP INDEX i", ACCESS_EXCLUSIVE, INSTANT);
  }

  @Test
  void changesOfRowsStopNobodyButMayBeMany() {
    is("UPDATE t SET a = 1", ROW_EXCLUSIVE, CHANGES_ROWS);
    is("DELETE FROM t", ROW_EXCLUSIVE, CHANGES_ROWS);
    is("INSERT INTO t SELECT * FROM u", ROW_EXCLUSIVE, NOT_JUDGED);
    is("INSERT INTO t (a) VALUES (1)", ROW_EXCLUSIVE, INSTANT);
    is("INSERT INTO t VALUES ((SELECT count(*) FROM u))", ROW_EXCLUSIVE, NOT_JUDGED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE t ALTER COLUMN a TYPE bigint",
        "ALTER TABLE t SET LOGGED",
        "ALTER TABLE t ADD CONSTRAINT x CHECK (a > 0), ATTACH PARTITION y DEFAULT",
        "CREATE TABLE t AS SELECT 1",
        "CREATE TABLE t (LIKE u)",
        "CREATE INDEX CONCURRENTLY i ON t (a)",
        "DROP TABLE t CASCADE",
        "DROP INDEX unknown",
        "CREATE MATERIALIZED VIEW v AS SELECT 1",
        "WITH x AS (DELETE FROM t RETURNING *) SELECT 1",
        "DO $$ BEGIN END $$",
        "SELECT book()",
        "VACUUM FULL t",
        ""
      })
  void whatIsNotKnownIsNotJudged(String statement) {
    assertThat(judge.judge(statement))
        .isNotEmpty()
        .anySatisfy(effect -> {
          assertThat(effect.work()).isEqualTo(NOT_JUDGED);
          assertThat(effect.lock()).isNull();
        });
  }

  private void is(String statement, Lock lock, Work work) {
    assertThat(judge.judge(statement))
        .as(statement)
        .singleElement()
        .satisfies(effect -> {
          assertThat(effect.table()).isEqualTo("t");
          assertThat(effect.lock()).isEqualTo(lock);
          assertThat(effect.work()).isEqualTo(work);
        });
  }
}
