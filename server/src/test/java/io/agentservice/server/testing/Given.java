package io.agentservice.server.testing;

import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.ServiceUserId;
import io.agentservice.server.base.ids.UserId;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Puts things into a server's database that its API can't make yet, and looks into it. */
public final class Given {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final TestServer server;
  private final Connections connections;

  Given(TestServer server) {
    this.server = server;
    this.connections = new Connections(server.jdbcUrl());
  }

  void close() {
    try {
      connections.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A connection of its own to the database, to be closed. */
  public Connection connection() throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl());
  }

  /** A further organization; only callers with an account role see it. */
  public OrgId organization() {
    var org = Id.create(OrgId.class);
    update(
        "INSERT INTO organization (org_id, account_id, name) SELECT ?, account_id, ? FROM account",
        org.value(),
        "Organization " + COUNT.incrementAndGet());
    return org;
  }

  /** The key of a new service user with that role in the organization, e.g. {@code org_member}. */
  public String key(OrgId org, String role) {
    return keyOf(serviceUser(org, org, role));
  }

  /** The key of a new service user with that account role and none in an organization. */
  public String accountKey(String role) {
    return keyOf(serviceUser(null, null, role));
  }

  /** A service user of that organization (null: of the account) with that role there. */
  public ServiceUserId serviceUser(OrgId home, String role) {
    return serviceUser(home, home, role);
  }

  /** A key of a service user. */
  public String keyOf(ServiceUserId serviceUser) {
    return keyOf("SERVICE_USER", serviceUser.value());
  }

  private ServiceUserId serviceUser(OrgId home, OrgId org, String role) {
    var id = Id.create(ServiceUserId.class);
    update(
        """
        INSERT INTO service_user (service_user_id, account_id, org_id, name)
        SELECT ?, account_id, ?, ? FROM account
        """,
        id.value(),
        home == null ? null : home.value(),
        "robot " + COUNT.incrementAndGet());
    assign(id.value(), org, role);
    return id;
  }

  /** A human with that role in the organization. */
  public UserId human(OrgId org, String role) {
    var id = Id.create(UserId.class);
    update(
        "INSERT INTO human (user_id, account_id, name) SELECT ?, account_id, ? FROM account",
        id.value(),
        "human " + COUNT.incrementAndGet());
    assign(id.value(), org, role);
    return id;
  }

  /** A personal token of a human. */
  public String personalToken(UserId human) {
    return keyOf("PAT_USER", human.value());
  }

  /** Gives a human a role in a further organization. */
  public void role(UserId human, OrgId org, String role) {
    assign(human.value(), org, role);
  }

  private void assign(String principal, OrgId org, String role) {
    update(
        "INSERT INTO role_assignment (principal_id, org_id, role_id) VALUES (?, ?, ?)",
        principal,
        org == null ? null : org.value(),
        role);
  }

  private String keyOf(String kind, String principal) {
    String token = Tokens.create("agt_");
    update(
        """
        INSERT INTO api_key (key_id, account_id, kind, principal_id, name, token_sha256, token_start)
        SELECT ?, account_id, ?, ?, 'key', ?, ? FROM account
        """,
        Id.create(KeyId.class).value(),
        kind,
        principal,
        Tokens.digest(token),
        Tokens.start(token));
    return token;
  }

  /** A legacy key of version 1 of a human (null: of no one) in an organization. */
  public String legacyKey(UserId human, OrgId org) {
    String token = Tokens.create(human == null ? "apk_" : "apk_user_");
    String id = Id.create(KeyId.class).value();
    update(
        """
        INSERT INTO api_key (key_id, account_id, kind, principal_id, org_id, name, token_sha256, token_start)
        SELECT ?, account_id, ?, ?, ?, 'old', ?, ? FROM account
        """,
        id,
        human == null ? "LEGACY_SERVICE" : "LEGACY_USER",
        human == null ? id : human.value(),
        org.value(),
        Tokens.digest(token),
        Tokens.start(token));
    return token;
  }

  /** Revokes a key. */
  public void revoked(String token) {
    update("UPDATE api_key SET revoked_at = now() WHERE token_sha256 = ?", Tokens.digest(token));
  }

  /** Lets a key's time be over. */
  public void expired(String token) {
    update(
        "UPDATE api_key SET expires_at = now() - interval '1 second' WHERE token_sha256 = ?",
        Tokens.digest(token));
  }

  /** A note of the whole enterprise; its id. */
  public String enterpriseNote(String name) {
    String id = Id.create(NoteId.class).value();
    update(
        """
        INSERT INTO note (note_id, account_id, name, body, trigger, is_enabled)
        SELECT ?, account_id, ?, 'body', 'always', true FROM account
        """,
        id,
        name);
    return id;
  }

  /** An audit record as the database holds it. */
  public record AuditRecord(
      String action,
      String orgId,
      String serviceUserId,
      String ip,
      String requestId,
      JsonNode data) {}

  /** The audit records of an organization, oldest first. */
  public List<AuditRecord> audit(OrgId org) {
    return query(
        "SELECT * FROM audit_log WHERE org_id = ? ORDER BY created_at, audit_log_id",
        Given::auditRecord,
        org.value());
  }

  /** The newest audit record of all. */
  public AuditRecord lastAudit() {
    return query(
            "SELECT * FROM audit_log ORDER BY created_at DESC, audit_log_id DESC LIMIT 1",
            Given::auditRecord)
        .getFirst();
  }

  private static AuditRecord auditRecord(ResultSet row) throws SQLException {
    return new AuditRecord(
        row.getString("action"),
        row.getString("org_id"),
        row.getString("service_user_id"),
        row.getString("ip_address"),
        row.getString("request_id"),
        Json.MAPPER.readTree(row.getString("data")));
  }

  /** The actions of all audit records, oldest first. */
  public List<String> actions() {
    return query(
        "SELECT action FROM audit_log ORDER BY created_at, audit_log_id", row -> row.getString(1));
  }

  /** Those of one request. */
  public List<String> actions(String requestId) {
    return query(
        "SELECT action FROM audit_log WHERE request_id = ?", row -> row.getString(1), requestId);
  }

  /** One number. */
  public long number(String sql, Object... values) {
    return query(sql, row -> row.getLong(1), values).getFirst();
  }

  /** One text. */
  public String text(String sql, Object... values) {
    return query(sql, row -> row.getString(1), values).getFirst();
  }

  /** Everything that a table holds, as text; bytes as the text that they would be in clear. */
  public String dump(String table) {
    return String.join("\n", query("SELECT * FROM " + table, Given::everything));
  }

  private static String everything(ResultSet row) throws SQLException {
    var columns = row.getMetaData();
    var all = new StringJoiner(" ");
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      byte[] bytes = columns.getColumnType(i) == Types.BINARY ? row.getBytes(i) : null;
      all.add(bytes == null ? row.getString(i) : new String(bytes, StandardCharsets.UTF_8));
    }
    return all.toString();
  }

  /** Changes the database behind the server's back. */
  public void update(String sql, Object... values) {
    try {
      connections.use(connection -> execute(connection, sql, values));
      server.forgetCallers();
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Changes what the database itself keeps from being changed. */
  public void tampered(String sql, Object... values) {
    try (var connection = DriverManager.getConnection(server.jdbcUrl());
        var freely = connection.createStatement()) {
      freely.execute("SET session_replication_role = replica"); // without triggers
      execute(connection, sql, values);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static boolean execute(Connection connection, String sql, Object... values)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement.execute();
    }
  }

  /** Until it is closed nobody reads or writes the table. */
  public AutoCloseable lockOnTable(String table) throws SQLException {
    var connection = DriverManager.getConnection(server.jdbcUrl());
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
    }
    return () -> {
      connection.rollback();
      connection.close();
    };
  }

  /** Holds a session's row as a slow transaction does, until closed. */
  public AutoCloseable lockOn(String sessionId) {
    return holding("SELECT FROM session WHERE session_id = ? FOR UPDATE", sessionId);
  }

  /** What a transaction does that stands still, until closed; then it is undone. */
  public AutoCloseable holding(String sql, Object... values) {
    try {
      var connection = DriverManager.getConnection(server.jdbcUrl());
      connection.setAutoCommit(false);
      execute(connection, sql, values);
      return connection;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Lets statements fail until this is closed.
   *
   * @param when when they do, as a trigger says it, e.g. {@code BEFORE UPDATE ON session FOR EACH
   *     ROW WHEN (...)}
   */
  public Refusal refusing(String when) {
    return refusing("true", List.of(when));
  }

  /**
   * Lets statements that change more rows of a table than that fail until this is closed.
   *
   * @param verb INSERT, UPDATE or DELETE
   */
  public Refusal refusingMoreThan(int rows, String verb, String... tables) {
    return refusing(
        "(SELECT count(*) FROM changed) > " + rows,
        Stream.of(tables)
            .map(table ->
                "AFTER %s ON %s REFERENCING %s TABLE AS changed FOR EACH STATEMENT"
                    .formatted(verb, table, verb.equals("DELETE") ? "OLD" : "NEW"))
            .toList());
  }

  private Refusal refusing(String when, List<String> triggers) {
    update(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF %s THEN RAISE EXCEPTION 'a trigger refuses'; END IF;
          RETURN NULL;
        END $$
        """
            .formatted(when));
    for (String trigger : triggers) {
      update("CREATE TRIGGER refuse %s EXECUTE FUNCTION refuse()".formatted(trigger));
    }
    return () -> update("DROP FUNCTION refuse() CASCADE");
  }

  /** To be taken back. */
  @FunctionalInterface
  public interface Refusal extends AutoCloseable {
    @Override
    void close();
  }

  /** How many of the server's statements wait for a lock. */
  public long waiting() {
    return number(
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()");
  }

  private interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> query(String sql, RowReader<T> reader, Object... values) {
    try {
      return connections.use(connection -> rows(connection, sql, reader, values));
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static <T> List<T> rows(
      Connection connection, String sql, RowReader<T> reader, Object... values)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      try (var rows = statement.executeQuery()) {
        var all = new ArrayList<T>();
        while (rows.next()) {
          all.add(reader.read(rows));
        }
        return all;
      }
    }
  }
}
