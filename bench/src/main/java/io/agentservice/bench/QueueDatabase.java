package io.agentservice.bench;

import io.agentservice.postgres.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A PostgreSQL with durable commits, and entries in a server's tables on it. */
final class QueueDatabase implements AutoCloseable {
  private final EmbeddedPostgres postgres;

  private QueueDatabase(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  static QueueDatabase open(Path directory) {
    return new QueueDatabase(EmbeddedPostgres.open(directory));
  }

  String jdbcUrl() {
    return postgres.jdbcUrl();
  }

  /** A part of the address: host, port, user or password. */
  String part(String name) {
    var pattern =
        switch (name) {
          case "host" -> "//([^:/]+)";
          case "port" -> "//[^:/]+:(\\d+)";
          default -> "[?&]" + name + "=([^&]+)";
        };
    var matcher = Pattern.compile(pattern).matcher(jdbcUrl());
    if (!matcher.find()) {
      throw new IllegalStateException("no " + name);
    }
    return matcher.group(1);
  }

  /** Puts so many pending entries into the queue, after dropping what was there; their ids. */
  List<String> fill(int count) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      for (String table : List.of("event", "message", "queue_entry", "session")) {
        statement.execute("TRUNCATE " + table + " CASCADE");
      }
      statement.execute("ALTER TABLE audit_log DISABLE TRIGGER audit_log_stays");
      statement.execute("TRUNCATE audit_log, audit_unsealed");
      statement.execute("ALTER TABLE audit_log ENABLE TRIGGER audit_log_stays");
      statement.execute(
          """
          INSERT INTO outpost (outpost_id, account_id, name)
          SELECT 'outpost_env-' || repeat('0', 32), account_id, 'bench' FROM account
          ON CONFLICT DO NOTHING
          """);
      statement.execute(
          """
          INSERT INTO session (session_id, account_id, org_id, status, origin, outpost_id)
          SELECT 'agent-' || lpad(to_hex(i), 32, '0'), account_id, org_id, 'NEW', 'api', 'outpost_env-' || repeat('0', 32)
            FROM organization, generate_series(1, %d) i
          """
              .formatted(count));
      statement.execute(
          """
          INSERT INTO queue_entry (session_id, account_id, outpost_id, kind, platform, network_policy, phase,
                                   session_status, position)
          SELECT session_id, account_id, outpost_id, 'NEW', 'linux', '{"enabled": false, "allow": []}', 'PENDING',
                 'PENDING', row_number() OVER (ORDER BY session_id)
            FROM session
          """);
      statement.execute("UPDATE feed SET position = (SELECT max(position) FROM queue_entry)");
      statement.execute("VACUUM ANALYZE");
      statement.execute("CHECKPOINT");
      return texts(connection, "SELECT session_id FROM queue_entry ORDER BY session_id");
    }
  }

  /** How many entries of ours are claimed. */
  long claimed() throws SQLException {
    return Long.parseLong(only("SELECT count(*)::text FROM queue_entry WHERE phase = 'CLAIMED'"));
  }

  /** How many claims the audit log tells of. */
  long claimRecords() throws SQLException {
    return Long.parseLong(
        only("SELECT count(*)::text FROM audit_log WHERE action = 'claim_session'"));
  }

  /** From the first to the last commit of the claims. */
  double secondsOfClaims() throws SQLException {
    return Double.parseDouble(
        only(
            "SELECT extract(epoch FROM max(updated_at) - min(updated_at))::text FROM queue_entry WHERE phase = 'CLAIMED'"));
  }

  /** Of all processes of PostgreSQL that live. */
  Duration processorTime() {
    var postmaster = ProcessHandle.of(postgres.pid()).orElseThrow();
    return Stream.concat(Stream.of(postmaster), postmaster.descendants())
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  String only(String sql) throws SQLException {
    try (var connection = connect()) {
      return texts(connection, sql).getFirst();
    }
  }

  void execute(String sql) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl());
  }

  private static List<String> texts(Connection connection, String sql) throws SQLException {
    var texts = new ArrayList<String>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  @Override
  public void close() {
    postgres.close();
  }
}
