package io.agentservice.server.base.db.plan;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a database says of its tables; read without a lock on any of them, so that it waits for
 * nobody.
 */
public record Catalog(
    Map<String, Size> tables, Map<String, String> indexes, List<Reference> references) {
  private static final String TABLES =
      """
      SELECT c.relname, c.reltuples::float8, coalesce(s.n_live_tup, 0),
        c.relpages::bigint * current_setting('block_size')::bigint
      FROM pg_class c LEFT JOIN pg_stat_all_tables s ON s.relid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')\
      """;
  private static final String INDEXES =
      """
      SELECT i.relname, t.relname FROM pg_index x
      JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      WHERE t.relnamespace = current_schema()::regnamespace\
      """;
  private static final String REFERENCES =
      """
      SELECT t.relname, k.conname, r.relname,
        ARRAY(SELECT attname FROM pg_attribute WHERE attrelid = t.oid AND attnum = ANY (k.conkey))
      FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
      WHERE k.contype = 'f' AND t.relnamespace = current_schema()::regnamespace\
      """;

  /** A database without tables. */
  public static final Catalog EMPTY = new Catalog(Map.of(), Map.of(), List.of());

  /**
   * As the database estimates it.
   *
   * @param rows null: it has not counted them yet
   * @param bytes without indexes and values that are stored apart; null: not known yet
   */
  public record Size(@Nullable Long rows, @Nullable Long bytes) {}

  /** A foreign key of {@code table} by these columns. */
  record Reference(String table, String name, String referenced, List<String> columns) {}

  public static Catalog read(Connection connection) throws SQLException {
    var tables = new HashMap<String, Size>();
    var indexes = new HashMap<String, String>();
    var references = new ArrayList<Reference>();
    try (var statement = connection.createStatement()) {
      try (var rows = statement.executeQuery(TABLES)) {
        while (rows.next()) {
          tables.put(rows.getString(1), size(rows));
        }
      }
      try (var rows = statement.executeQuery(INDEXES)) {
        while (rows.next()) {
          indexes.put(rows.getString(1), rows.getString(2));
        }
      }
      try (var rows = statement.executeQuery(REFERENCES)) {
        while (rows.next()) {
          var columns = List.of((String[]) rows.getArray(4).getArray());
          references.add(
              new Reference(rows.getString(1), rows.getString(2), rows.getString(3), columns));
        }
      }
    }
    return new Catalog(Map.copyOf(tables), Map.copyOf(indexes), List.copyOf(references));
  }

  /** Counters of the statistics are newer than the last look of vacuum, but go in a crash. */
  private static Size size(ResultSet row) throws SQLException {
    double seen = row.getDouble(2);
    long live = row.getLong(3);
    long bytes = row.getLong(4);
    boolean known = live > 0 || seen >= 0;
    return new Size(
        known ? Long.valueOf(live > 0 ? live : Math.round(seen)) : null,
        bytes > 0 || (known && live == 0) ? Long.valueOf(bytes) : null);
  }
}
