package io.agentservice.server.base.db.plan;

import io.agentservice.server.base.db.Schema;
import io.agentservice.server.base.db.Schema.Script;
import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.FirstConnection;
import io.agentservice.server.base.db.connections.Limits;
import io.agentservice.server.base.db.plan.Plan.Judged;
import io.agentservice.server.base.db.plan.Plan.Step;
import io.agentservice.server.base.db.plan.Plan.Touch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a {@link Plan} from one snapshot of a database, and changes nothing in it. */
public final class Planner {
  private static final Pattern NEW_TABLE = pattern("CREATE TABLE (?:IF NOT EXISTS )?(\\w+)\\b.*");
  private static final Pattern NEW_INDEX =
      pattern("CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?(\\w+) ON (?:ONLY )?(\\w+)\\b.*");
  private static final Pattern RENAMED = pattern("ALTER TABLE (\\w+) RENAME TO (\\w+)");

  private static final String FAILED =
      "SELECT count(*) FROM flyway_schema_history WHERE NOT success";
  private static final String TABLES =
      """
      SELECT count(*) FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
        AND relname <> 'flyway_schema_history'\
      """;

  /** Flyway's lock begins with its own name, and a hash of the table's is added to it. */
  private static final String MIGRATING =
      """
      SELECT count(*) FROM pg_locks
      WHERE locktype = 'advisory' AND classid::bigint BETWEEN 18027 AND 18029 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())\
      """;

  private final Catalog catalog;
  private final Map<String, String> indexes;
  private final Judge judge;
  private final Set<String> made = new HashSet<>();
  private final Map<String, String> renamed = new HashMap<>();

  private Planner(Catalog catalog) {
    this.catalog = catalog;
    this.indexes = new HashMap<>(catalog.indexes());
    this.judge = new Judge(new Catalog(catalog.tables(), indexes, catalog.references()));
  }

  private static Pattern pattern(String text) {
    return Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  }

  /** Of a database that is still to be made. */
  public static Plan ofNothing() {
    var target = Schema.bundled().version();
    return new Plan(null, target, null, false, new Planner(Catalog.EMPTY).steps(Schema.scripts()));
  }

  /** Throws {@link DatabaseUnavailableException} after that wait. */
  public static Plan of(DatabaseAddress address, Duration wait) {
    try (var connection = FirstConnection.open(address, Limits.USUAL, wait)) {
      return of(connection);
    } catch (SQLException e) {
      throw new DatabaseUnavailableException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Ends the connection's transaction, and leaves it fit for reading only. */
  static Plan of(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    connection.setReadOnly(true);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try {
      return read(connection);
    } finally {
      connection.rollback();
    }
  }

  private static Plan read(Connection connection) throws SQLException {
    boolean isBeingMigrated = count(connection, MIGRATING) > 0;
    var schema = Schema.bundled();
    var applied = Schema.applied(connection);
    var obstacle = obstacle(connection, applied, schema);
    var pending = new TreeMap<>(Schema.scripts());
    pending.keySet().removeAll(applied.keySet());
    return new Plan(
        applied.isEmpty() ? null : applied.lastKey(),
        schema.version(),
        obstacle,
        isBeingMigrated,
        obstacle == null ? new Planner(Catalog.read(connection)).steps(pending) : List.of());
  }

  /** What Flyway, or the server before it, would refuse. */
  private static @Nullable String obstacle(
      Connection connection, SortedMap<Integer, Integer> applied, Schema schema)
      throws SQLException {
    var ours = schema.migrations();
    if (applied.isEmpty()) {
      return count(connection, TABLES) == 0
          ? null
          : "the database has tables, and no record of migrations: it is not this service's";
    }
    if (applied.lastKey() > schema.version()) {
      return "a newer release has brought the database to version %d; this one knows up to %d"
          .formatted(applied.lastKey(), schema.version());
    }
    if (count(connection, FAILED) > 0) {
      return "the record names a migration that failed";
    }
    var changed = new TreeSet<Integer>();
    applied.forEach((version, sum) -> {
      if (!sum.equals(ours.get(version))) {
        changed.add(version);
      }
    });
    if (!changed.isEmpty()) {
      return "the record names migrations that are others in this release: " + changed;
    }
    var missing = new TreeSet<>(ours.headMap(applied.lastKey()).keySet());
    missing.removeAll(applied.keySet());
    return missing.isEmpty() ? null : "the record lacks migrations older than its last: " + missing;
  }

  private static long count(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private List<Step> steps(SortedMap<Integer, Script> pending) {
    return pending.entrySet().stream()
        .map(entry ->
            new Step(
                entry.getKey(),
                entry.getValue().description(),
                Statements.of(entry.getValue().text()).stream().map(this::judged).toList()))
        .toList();
  }

  private Judged judged(String sql) {
    var touches = judge.judge(sql).stream().map(this::touch).toList();
    remember(sql.replaceAll("\\s+", " "));
    return new Judged(sql, touches);
  }

  private Touch touch(Effect effect) {
    var table = effect.table();
    if (table == null) {
      return new Touch(effect, false, null);
    }
    var before = renamed.getOrDefault(table, table);
    return new Touch(effect, made.contains(table), catalog.tables().get(before));
  }

  private void remember(String sql) {
    var table = NEW_TABLE.matcher(sql);
    if (table.matches()) {
      made.add(table.group(1));
    }
    var index = NEW_INDEX.matcher(sql);
    if (index.matches()) {
      indexes.put(index.group(1), index.group(2));
    }
    var other = RENAMED.matcher(sql);
    if (other.matches()) {
      renamed.put(other.group(2), renamed.getOrDefault(other.group(1), other.group(1)));
      if (made.contains(other.group(1))) {
        made.add(other.group(2));
      }
    }
  }
}
