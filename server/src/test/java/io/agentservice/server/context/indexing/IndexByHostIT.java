package io.agentservice.server.context.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** What was indexed by path alone belongs to its host from the migration on. */
class IndexByHostIT {
  private static final String[] BEFORE = {
    "ALTER TABLE indexed_branch DROP COLUMN host",
    "CREATE UNIQUE INDEX indexed_branch_once ON indexed_branch (org_id, repo_path, branch_name)",
    "INSERT INTO account (account_id, name) VALUES ('with', 'a'), ('without', 'b')",
    """
    INSERT INTO organization (org_id, account_id, name) VALUES ('org', 'with', 'o'), ('lost', 'without', 'o')
    """,
    """
    INSERT INTO git_connection (git_connection_id, account_id, host, provider, token, created_at)
    VALUES ('c1', 'with', 'First.example', 'GITHUB_TOKEN', '', now() - interval '1 day'),
           ('c2', 'with', 'second.example:8443', 'GITHUB_TOKEN', '', now())
    """,
    """
    INSERT INTO git_permission (git_permission_id, account_id, org_id, git_connection_id, kind, path, read_only)
    VALUES ('p1', 'with', 'org', 'c1', 'GROUP_PREFIX', 'team/', true),
           ('p2', 'with', 'org', 'c2', 'REPO_PATH', 'team/app', true),
           ('p3', 'with', 'org', 'c2', 'PREFIX_PATH', 'second.example:8443/own', false)
    """,
    """
    INSERT INTO indexed_branch (account_id, org_id, repo_path, branch_name, position, indexed_commit)
    VALUES ('with', 'org', 'team/app', '', 1, 'c'), ('with', 'org', 'team/other', '', 1, 'c'),
           ('with', 'org', 'owner/x', '', 1, 'c'), ('with', 'org', 'gone/x', '', 1, 'c'),
           ('without', 'lost', 'team/app', '', 1, 'c')
    """
  };

  @Test
  void eachKeepsItsContentAndTakesTheHostOfTheDecidingPermission() throws Exception {
    try (var store = TestDatabase.create();
        var connection = DriverManager.getConnection(store.jdbcUrl());
        var statement = connection.createStatement()) {
      for (String each : BEFORE) {
        statement.execute(each);
      }
      statement.execute(migration());

      var found = new ArrayList<String>();
      try (var rows =
          statement.executeQuery(
              """
              SELECT concat_ws(' ', repo_path, host, indexed_commit) FROM indexed_branch
               WHERE removed_at IS NULL ORDER BY branch_id
              """)) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      assertThat(found)
          .containsExactly(
              "team/app second.example:8443 c",
              "team/other first.example c",
              "owner/x second.example:8443 c",
              "gone/x first.example c");
    }
  }

  private static String migration() throws Exception {
    try (var file =
        IndexByHostIT.class.getResourceAsStream("/db/migration/V056__index_by_host.sql")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
