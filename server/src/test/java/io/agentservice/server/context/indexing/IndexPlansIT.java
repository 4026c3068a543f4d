package io.agentservice.server.context.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.SqlStatement;
import io.agentservice.server.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How PostgreSQL searches 20,000 chunks of 50 organizations, and lists 20,000 searches. */
class IndexPlansIT {
  private static TestDatabase store;
  private static Connection connection;

  @BeforeAll
  static void chunks() throws SQLException {
    store = TestDatabase.create();
    connection = DriverManager.getConnection(store.jdbcUrl());
    try (var statement = connection.createStatement()) {
      statement.execute("INSERT INTO account (account_id, name) VALUES ('acct-1', 'a')");
      statement.execute(
          """
          INSERT INTO organization (org_id, account_id, name)
          SELECT 'org-' || n, 'acct-1', 'o' || n FROM generate_series(0, 49) AS n
          """);
      statement.execute(
          """
          INSERT INTO indexed_branch (account_id, org_id, host, repo_path, branch_name, position, indexed_commit)
          SELECT 'acct-1', 'org-' || n % 50, 'h', 'a/r' || n, '', 1, 'c' FROM generate_series(1, 500) AS n
          """);
      statement.execute(
          """
          INSERT INTO index_file (branch_id, path, blob) SELECT branch_id, 'f', 'b' FROM indexed_branch
          """);
      statement.execute(
          """
          INSERT INTO index_chunk (file_id, branch_id, line_start, line_end, body, words)
          SELECT file_id, branch_id, n, n, 'b', index_words(org_id, '', 'common w' || n * file_id % 5000, 'f', 'common')
            FROM index_file JOIN indexed_branch USING (branch_id), generate_series(1, 40) AS n
          """);
      statement.execute(
          """
          INSERT INTO index_job (job_id, branch_id, commit, status)
          SELECT 'job-' || branch_id || '-' || n, branch_id, 'c', 'completed'
            FROM indexed_branch, generate_series(1, 20) AS n
          """);
      statement.execute(
          """
          INSERT INTO search (search_id, account_id, org_id, query, repo_names, origin, status, created_at)
          SELECT 'search-' || n, 'acct-1', 'org-' || n % 50, 'q', '{}', 'api', 'completed', now() - n * interval '1 minute'
            FROM generate_series(1, 20000) AS n
          """);
      statement.execute("VACUUM ANALYZE");
    }
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
    store.close();
  }

  @Test
  void chunksAreFoundByTheirWordsAndThoseOfOtherOrganizationsAreNotRead() throws SQLException {
    var values =
        Map.of(
            "orgId", "'org-7'",
            "wanted", "'''w7'''",
            "rank", "'''w7'''",
            "branchIds", "ARRAY(SELECT branch_id FROM indexed_branch WHERE org_id = 'org-7')",
            "candidates", "20000",
            "most", "60");
    String plan = plan("IndexSearchSql.best", values);
    assertThat(plan)
        .contains("Bitmap Index Scan on index_chunk_words")
        .doesNotContain("Seq Scan on index_chunk");
    var common = new HashMap<>(values);
    common.put("wanted", "'''common'''");
    String all = plan("IndexSearchSql.best", common);
    assertThat(all).contains("#org-7");
  }

  @Test
  void branchesAndJobsAreFoundByIndexes() throws SQLException {
    var scope = Map.of("accountId", "'acct-1'", "orgId", "'org-7'", "paths", "NULL");
    assertThat(plan("IndexedSql.branches", scope)).doesNotContain("Seq Scan");
    assertThat(plan("IndexedSql.searchable", scope)).doesNotContain("Seq Scan");
    assertThat(plan("IndexedSql.jobs", Map.of("branchIds", "'{1,2,3}'")))
        .contains("index_job_branch")
        .doesNotContain("Seq Scan");
    assertThat(plan("IndexWorkSql.files", Map.of("branchId", "1"))).doesNotContain("Seq Scan");
  }

  @Test
  void listsOfSearchesAreReadInTheirOrder() throws SQLException {
    var values = new HashMap<String, String>();
    for (String any :
        new String[] {"orgIds", "userIds", "serviceUserIds", "repoNames", "origins"}) {
      values.put(any, "'{}'");
    }
    for (String none :
        new String[] {"orgId", "createdAfter", "createdBefore", "part", "beforeTime", "beforeId"}) {
      values.put(none, "NULL");
    }
    values.put("accountId", "'acct-1'");
    values.put("limit", "101");
    assertThat(plan("SearchSql.list", values))
        .contains("search_account_list")
        .doesNotContain("Sort");
    values.put("orgId", "'org-7'");
    assertThat(plan("SearchSql.list", values)).contains("search_list").doesNotContain("Sort");
  }

  private static String plan(String name, Map<String, String> values) throws SQLException {
    String sql =
        SqlStatement.all().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow()
            .sql();
    for (var value : values.entrySet()) {
      sql =
          sql.replaceAll(
              "(?<!:):" + value.getKey() + "\\b", Matcher.quoteReplacement(value.getValue()));
    }
    var lines = new StringJoiner("\n");
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("EXPLAIN " + sql)) {
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
    }
    return lines.toString();
  }
}
