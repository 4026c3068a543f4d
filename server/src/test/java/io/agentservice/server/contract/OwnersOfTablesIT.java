package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.SqlStatement;
import io.agentservice.server.testing.TestDatabase;
import java.sql.DriverManager;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each table has one feature, whose statements alone write it (ADR 0049). */
class OwnersOfTablesIT {
  private static final Pattern WRITTEN =
      Pattern.compile("\\b(?:INSERT INTO|UPDATE|DELETE FROM) (\\w+)");

  private static final Pattern NAMED = Pattern.compile("\\b(?:INTO|UPDATE|FROM|JOIN|USING) (\\w+)");

  private static Set<String> tables;

  @BeforeAll
  static void readSchema() throws Exception {
    tables = new TreeSet<>();
    try (var database = TestDatabase.create();
        var connection = DriverManager.getConnection(database.jdbcUrl());
        var rows =
            connection
                .createStatement()
                .executeQuery(
                    """
                    SELECT table_name FROM information_schema.tables
                     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
                       AND table_name <> 'flyway_schema_history'
                    """)) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
  }

  @Test
  void everyTableBelongsToOneFeature() {
    assertThat(TableOwners.OWNERS.keySet()).isEqualTo(tables);
    assertThat(SqlStatement.all().stream().map(SqlStatement::feature))
        .containsAll(Set.copyOf(TableOwners.OWNERS.values()));
  }

  @Test
  void aTableIsWrittenByItsFeatureAlone() {
    var foreign = new TreeMap<String, Set<String>>();
    for (var statement : SqlStatement.all()) {
      var written = others(statement, WRITTEN);
      if (!written.isEmpty()) {
        foreign.put(statement.name(), written);
      }
    }
    assertThat(foreign).isEqualTo(TableOwners.WRITTEN_BY_OTHERS);
  }

  @Test
  void aTableIsReadByItsFeatureAndThoseThatSayWhy() {
    var foreign = new TreeMap<String, Set<String>>();
    for (var statement : SqlStatement.all()) {
      var read = others(statement, NAMED);
      read.removeAll(TableOwners.READ_BY_ALL);
      read.removeAll(others(statement, WRITTEN));
      if (!read.isEmpty()) {
        foreign.computeIfAbsent(statement.feature(), _ -> new TreeSet<>()).addAll(read);
      }
    }
    assertThat(foreign).isEqualTo(TableOwners.READ_BY_OTHERS);
  }

  /** The tables of other features that the pattern finds. */
  private static Set<String> others(SqlStatement statement, Pattern pattern) {
    return pattern
        .matcher(statement.sql())
        .results()
        .map(found -> found.group(1))
        .filter(tables::contains)
        .filter(table -> !statement.feature().equals(TableOwners.OWNERS.get(table)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void aStatementOfAnotherFeatureIsFound() {
    var foreign =
        new SqlStatement(
            "engine.queue",
            "EntrySql.x",
            "WITH gone AS (DELETE FROM note n USING session s) UPDATE queue_entry SET x = 1");
    assertThat(others(foreign, WRITTEN)).containsExactly("note");
    assertThat(others(foreign, NAMED)).containsExactly("note", "session");
  }
}
