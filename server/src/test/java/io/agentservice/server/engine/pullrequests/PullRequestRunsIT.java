package io.agentservice.server.engine.pullrequests;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.Forges;
import io.agentservice.server.context.git.GitRepositories;
import io.agentservice.server.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PullRequestRunsIT {
  private static final int THERE = 30;

  @Test
  void whatARunHadNoTimeForIsDueInTheNext() throws SQLException {
    try (var test = TestDatabase.create();
        var connection = DriverManager.getConnection(test.jdbcUrl());
        var database = Database.open(test.jdbcUrl());
        var forges = new Forges()) {
      fill(connection);
      var vault = new Vault(MasterKey.fresh());
      var states = new PullRequestStates(database, GitRepositories.of(database, vault, forges));
      var asked = new AtomicInteger();

      states.refresh(() -> asked.incrementAndGet() <= 3);

      assertThat(due(connection)).isBetween(THERE - 3, THERE - 1);

      states.refresh(() -> true);

      assertThat(due(connection)).isZero();
    }
  }

  private static void fill(Connection connection) throws SQLException {
    for (String sql :
        new String[] {
          "INSERT INTO account (account_id, name) VALUES ('account-1', 'a')",
          "INSERT INTO organization (org_id, account_id, name) VALUES ('org-1', 'account-1', 'o')",
          """
          INSERT INTO session (session_id, account_id, org_id, status, origin)
          VALUES ('agent-' || repeat('0', 32), 'account-1', 'org-1', 'EXIT', 'api')
          """,
          """
          INSERT INTO pull_request (session_id, account_id, org_id, pr_url, taken_over)
          SELECT session_id, account_id, org_id, 'https://forge.invalid/acme/site/pull/' || n, false
            FROM session, generate_series(1, %d) n
          """
              .formatted(THERE)
        }) {
      try (var statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
  }

  private static int due(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var found =
            statement.executeQuery("SELECT count(*) FROM pull_request WHERE ask_at <= now()")) {
      found.next();
      return found.getInt(1);
    }
  }
}
