package io.agentservice.server.enterprise.organizations;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnOutpost;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Whatever table names an organization or a session of it: its rows go with it, and those of no
 * other. The tables are read from the schema and each gets a row, so that a new one can't be
 * forgotten.
 */
class ErasedTablesIT extends OnOutpost {
  /** A value that is not null, for a column of the type. */
  private static final Map<String, String> VALUES =
      Map.of(
          "text", "'x'",
          "integer", "1",
          "smallint", "1",
          "numeric", "1",
          "boolean", "false",
          "timestamp with time zone", "now()",
          "bytea", "'\\x00'",
          "jsonb", "'{}'",
          "ARRAY", "'{}'");

  @Test
  void aRowInEveryTableThatNamesTheOrganizationIsErasedUnlessItIsKeptForAReason() throws Exception {
    var erased = new Owner(org, session(), 1);
    org = server.given().organization();
    outpost(org.value().substring(4));
    var neighbour = new Owner(org, session(), 2);
    try (var connection = server.given().connection()) {
      acceptAnything(connection);
      var tables = naming(connection);
      assertThat(tables).hasSizeGreaterThan(20);
      for (var owner : List.of(erased, neighbour)) {
        for (var column : tables.entrySet()) {
          if (rows(connection, column, owner) == 0) {
            fill(connection, column.getKey(), owner);
          }
        }
      }

      admin.delete("/v3/enterprise/organizations/" + erased.org()).ok();
      server
          .given()
          .update(
              "UPDATE organization SET deleted_at = now() - interval '8 days' WHERE org_id = ?",
              erased.org().value());
      server.leadAnew();
      for (var column : tables.entrySet()) {
        await(() -> rows(connection, column, erased) == 0);
      }
      tables.remove("session_analysis"); // which ends by itself without a log
      for (var column : tables.entrySet()) {
        assertThat(rows(connection, column, neighbour)).as(column.getKey()).isPositive();
      }
    }
  }

  /** An organization, a session of it, and what stands in keys that are numbers. */
  private record Owner(OrgId org, String session, int number) {
    String named(String column) {
      return column.equals("org_id") ? org.value() : session;
    }
  }

  /** Rows of this test lead nowhere and mean nothing. */
  private static void acceptAnything(Connection connection) throws SQLException {
    connection
        .createStatement()
        .execute(
            """
            SET session_replication_role = replica;
            DO $$ DECLARE c record; BEGIN
              FOR c IN SELECT conname, conrelid::regclass AS of FROM pg_constraint
                        WHERE contype = 'c' AND connamespace = current_schema()::regnamespace AND conrelid <> 0
              LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.of, c.conname); END LOOP;
            END $$
            """);
  }

  /** The tables that are erased, and by which column each names whose it is. */
  private static Map<String, String> naming(Connection connection) throws SQLException {
    var found = new TreeMap<String, String>();
    try (var rows =
        connection
            .createStatement()
            .executeQuery(
                """
                SELECT table_name, min(column_name) FROM information_schema.columns
                  JOIN information_schema.tables USING (table_schema, table_name)
                 WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
                   AND column_name IN ('org_id', 'session_id')
                 GROUP BY table_name
                """)) {
      while (rows.next()) {
        found.put(rows.getString(1), rows.getString(2));
      }
    }
    found.keySet().removeAll(DeletedOrganizationIT.KEPT);
    return found;
  }

  /** A row of the organization and the session, with what it must have. */
  private static void fill(Connection connection, String table, Owner owner) throws SQLException {
    var names = new ArrayList<String>();
    var values = new ArrayList<String>();
    try (var columns =
        connection
            .createStatement()
            .executeQuery(
                """
                SELECT column_name, data_type FROM information_schema.columns
                 WHERE table_schema = current_schema() AND table_name = '%s'
                   AND (column_name IN ('org_id', 'session_id')
                        OR is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'
                           AND is_generated = 'NEVER')
                """
                    .formatted(table))) {
      while (columns.next()) {
        String name = columns.getString(1);
        names.add(name);
        values.add(
            switch (name) {
              case "org_id" -> "'" + owner.org() + "'";
              case "session_id" -> "'" + owner.session() + "'";
              case "account_id" -> "(SELECT account_id FROM organization LIMIT 1)";
              default ->
                  name.endsWith("_id") && columns.getString(2).equals("text")
                      ? "'%s-%s'"
                          .formatted(
                              name.substring(0, name.length() - 3),
                              owner.org().value().substring(4))
                      : columns.getString(2).equals("bigint")
                          ? String.valueOf(owner.number())
                          : VALUES.getOrDefault(columns.getString(2), "'1'");
            });
      }
    }
    connection
        .createStatement()
        .execute(
            "INSERT INTO %s (%s) VALUES (%s)"
                .formatted(table, String.join(", ", names), String.join(", ", values)));
  }

  private static long rows(
      Connection connection, Map.Entry<String, String> tableAndColumn, Owner owner) {
    String column = tableAndColumn.getValue();
    try (var count =
        connection.prepareStatement(
            "SELECT count(*) FROM %s WHERE %s = ?".formatted(tableAndColumn.getKey(), column))) {
      count.setString(1, owner.named(column));
      try (var rows = count.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(tableAndColumn.getKey(), e);
    }
  }
}
