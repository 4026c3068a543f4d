package io.agentservice.server.base.db.copy;

import io.agentservice.server.base.db.Schema;
import io.agentservice.server.base.db.connections.DatabaseAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** Takes all tables in one snapshot, and puts them into a new database of the same schema. */
public final class DatabaseCopy {
  private static final String SCHEMA =
      "SELECT max(version::integer) FROM flyway_schema_history WHERE version IS NOT NULL AND success";
  private static final String MASTER_KEY =
      "SELECT convert_from(value, 'UTF8') FROM installation_secret WHERE name = 'master_key_fingerprint'";

  /** Without generated columns, which are computed again, and the record of migrations. */
  private static final String TABLES =
      """
      SELECT c.relname, array_agg(quote_ident(a.attname) ORDER BY a.attnum)
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = current_schema()::text::regnamespace AND c.relkind = 'r'
         AND c.relname <> 'flyway_schema_history'
         AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       GROUP BY c.relname ORDER BY c.relname
      """;

  private static final String SEQUENCES =
      """
      SELECT sequencename, last_value FROM pg_sequences
       WHERE schemaname = current_schema() AND last_value IS NOT NULL
      """;

  private DatabaseCopy() {}

  /** Where a table's rows go; closed by us. */
  @FunctionalInterface
  public interface Out {
    OutputStream of(String table) throws IOException;
  }

  /** Where a table's rows are; closed by us. */
  @FunctionalInterface
  public interface In {
    InputStream of(String table) throws IOException;
  }

  /** Reads while others write: what was committed at its begin, and nothing that came after. */
  public static Contents take(DatabaseAddress address, Out out) throws IOException {
    try (var connection = connect(address)) {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      long takenAt = Long.parseLong(text(connection, "SELECT extract(epoch FROM now())::bigint"));
      int schema = Integer.parseInt(text(connection, SCHEMA));
      var masterKey = text(connection, MASTER_KEY);
      var copy = connection.unwrap(PGConnection.class).getCopyAPI();
      var tables = new ArrayList<Contents.Table>();
      for (var table : tables(connection)) {
        tables.add(new Contents.Table(table.name(), table.columns(), copyOut(copy, table, out)));
      }
      return new Contents(takenAt, schema, masterKey, tables, sequences(connection));
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private static long copyOut(CopyManager copy, Contents.Table table, Out out)
      throws IOException, SQLException {
    try (var rows = out.of(table.name())) {
      return copy.copyOut("COPY %s TO STDOUT".formatted(place(table)), rows);
    }
  }

  /** Makes the tables and fills them, in a database that nobody else uses. */
  public static void put(DatabaseAddress address, Contents contents, In in) throws IOException {
    Schema.migrate(address, contents.schema());
    try (var connection = connect(address)) {
      connection.setAutoCommit(false);
      // Neither triggers nor references: all is as it was, whatever the order of the tables.
      tell(connection, "SET LOCAL session_replication_role = replica");
      tell(
          connection,
          "TRUNCATE "
              + contents.tables().stream()
                  .map(table -> quoted(table.name()))
                  .collect(Collectors.joining(", ")));
      var copy = connection.unwrap(PGConnection.class).getCopyAPI();
      for (var table : contents.tables()) {
        try (var rows = in.of(table.name())) {
          copy.copyIn("COPY %s FROM STDIN".formatted(place(table)), rows);
        }
      }
      for (var sequence : contents.sequences().entrySet()) {
        advance(connection, sequence.getKey(), sequence.getValue());
      }
      connection.commit();
      connection.setAutoCommit(true);
      tell(connection, "ANALYZE");
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** How many rows each table has. */
  public static Map<String, Long> count(DatabaseAddress address) throws IOException {
    try (var connection = connect(address)) {
      var counts = new TreeMap<String, Long>();
      for (var table : tables(connection)) {
        counts.put(
            table.name(),
            Long.valueOf(text(connection, "SELECT count(*) FROM " + quoted(table.name()))));
      }
      return counts;
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private static List<Contents.Table> tables(Connection connection) throws SQLException {
    var tables = new ArrayList<Contents.Table>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(TABLES)) {
      while (rows.next()) {
        var columns = List.of((String[]) rows.getArray(2).getArray());
        tables.add(new Contents.Table(rows.getString(1), columns, 0));
      }
    }
    return tables;
  }

  private static Map<String, Long> sequences(Connection connection) throws SQLException {
    var values = new LinkedHashMap<String, Long>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(SEQUENCES)) {
      while (rows.next()) {
        values.put(rows.getString(1), rows.getLong(2));
      }
    }
    return values;
  }

  private static void advance(Connection connection, String sequence, long value)
      throws SQLException {
    try (var statement = connection.prepareStatement("SELECT setval(?::regclass, ?)")) {
      statement.setString(1, quoted(sequence));
      statement.setLong(2, value);
      statement.execute();
    }
  }

  private static String text(Connection connection, String query) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      var found = rows.next() ? rows.getString(1) : null;
      if (found == null) {
        throw new SQLException("no server has filled this database yet");
      }
      return found;
    }
  }

  private static void tell(Connection connection, String command) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  private static String place(Contents.Table table) {
    return "%s (%s)".formatted(quoted(table.name()), String.join(", ", table.columns()));
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static Connection connect(DatabaseAddress address) throws SQLException {
    var properties = new Properties();
    properties.putAll(address.secrets());
    return DriverManager.getConnection(address.url(), properties);
  }

  /** The driver wraps what a stream has thrown. */
  private static IOException failure(SQLException e) {
    return e.getCause() instanceof IOException cause
        ? cause
        : new IOException("the database says: " + e.getMessage(), e);
  }
}
