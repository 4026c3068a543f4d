package io.agentservice.server.testing;

import io.agentservice.server.base.db.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests that put the statements of one interface to a database without a server. A row says no more
 * than what matters: what it must hold besides is made up, and what it refers to need not be there.
 *
 * @param <S> the statements
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OnStatements<S> {
  /** For columns that may not be null, by type; any other takes a number. */
  private static final Map<String, String> MADE_UP =
      Map.of(
          "bool", "false",
          "timestamptz", "now",
          "json", "{}",
          "jsonb", "{}",
          "_text", "{}",
          "date", "now");

  private final Class<S> statements;
  private final Map<String, Map<String, Column>> columns = new HashMap<>();
  private TestDatabase test;
  private Connection connection;
  private Database database;
  private int made;

  protected OnStatements(Class<S> statements) {
    this.statements = statements;
  }

  /** {@code needed}: not null, and without a default. */
  private record Column(String type, boolean needed) {}

  @BeforeAll
  void open() throws SQLException {
    test = TestDatabase.create();
    database = Database.open(test.jdbcUrl());
    connection = DriverManager.getConnection(test.jdbcUrl());
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          SET session_replication_role = replica;
          DO $$ DECLARE c record; BEGIN
            FOR c IN SELECT conname, conrelid::regclass AS of FROM pg_constraint
                      WHERE contype IN ('c', 'f') AND connamespace = current_schema()::regnamespace AND conrelid <> 0
            LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.of, c.conname); END LOOP;
          END $$
          """);
    }
  }

  @AfterEach
  void empty() throws SQLException {
    if (!columns.isEmpty()) {
      try (var statement = connection.createStatement()) {
        statement.execute("TRUNCATE " + String.join(", ", new TreeSet<>(columns.keySet())));
      }
    }
  }

  @AfterAll
  void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
    if (database != null) {
      database.close();
    }
    if (test != null) {
      test.close();
    }
  }

  /** Puts in a row; names of columns and their values by turns. */
  protected void row(String table, Object... namesAndValues) {
    var values = new LinkedHashMap<String, String>();
    var types = types(table);
    types.forEach((name, column) -> {
      if (column.needed()) {
        values.put(name, madeUp(column.type()));
      }
    });
    for (int i = 0; i < namesAndValues.length; i += 2) {
      var value = namesAndValues[i + 1];
      values.put((String) namesAndValues[i], value == null ? null : value.toString());
    }
    var marks = new ArrayList<String>();
    values.keySet().forEach(name -> marks.add("?::" + types.get(name).type()));
    run(
        "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE VALUES (%s)"
            .formatted(table, String.join(", ", values.keySet()), String.join(", ", marks)),
        PreparedStatement::execute,
        values.values().toArray());
  }

  private String madeUp(String type) {
    String number = String.valueOf(++made);
    return type.equals("bytea") ? "\\x%08x".formatted(made) : MADE_UP.getOrDefault(type, number);
  }

  private Map<String, Column> types(String table) {
    return columns.computeIfAbsent(
        table,
        _ -> {
          var found = new LinkedHashMap<String, Column>();
          run(
              """
              SELECT column_name, udt_name, is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'
                     AND is_generated = 'NEVER'
                FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ?
              """,
              statement -> {
                try (var rows = statement.executeQuery()) {
                  while (rows.next()) {
                    found.put(rows.getString(1), new Column(rows.getString(2), rows.getBoolean(3)));
                  }
                  return true;
                }
              },
              table);
          return found;
        });
  }

  /** What an expression is in each row of a table, in the order of the texts. */
  protected List<String> values(String table, String expression) {
    return texts("SELECT (%s)::text FROM %s ORDER BY 1".formatted(expression, table));
  }

  private List<String> texts(String query) {
    return run(
        query,
        statement -> {
          var found = new ArrayList<String>();
          try (var rows = statement.executeQuery()) {
            while (rows.next()) {
              found.add(rows.getString(1));
            }
          }
          return found;
        });
  }

  /** What a statement answers, in a transaction of its own. */
  protected <R> R ask(Function<S, R> question) {
    return database.inTransaction(tx -> question.apply(tx.on(statements)));
  }

  protected <R> List<R> askAll(Function<S, ? extends Collection<R>> question) {
    return List.copyOf(ask(question));
  }

  protected <R> Optional<R> askOne(Function<S, Optional<R>> question) {
    return ask(question);
  }

  protected boolean askIf(Predicate<S> question) {
    return ask(question::test);
  }

  protected long askCount(ToLongFunction<S> question) {
    return ask(question::applyAsLong);
  }

  protected void tell(Consumer<S> order) {
    database.useTransaction(tx -> order.accept(tx.on(statements)));
  }

  /** The rows of a table, by a column, that a statement leaves to others until its end. */
  protected List<String> free(String table, String column, Consumer<S> locking) {
    return ask(sql -> {
      locking.accept(sql);
      var free = texts("SELECT %s::text FROM %s FOR UPDATE SKIP LOCKED".formatted(column, table));
      free.sort(null);
      return free;
    });
  }

  private interface Use<R> {
    R of(PreparedStatement statement) throws SQLException;
  }

  private <R> R run(String sql, Use<R> use, Object... values) {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, (String) values[i]);
      }
      return use.of(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
