package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.SqlStatement;
import io.agentservice.server.testing.TestDatabase;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A statement about things of organizations or accounts says whose: then a handler that forgets to
 * ask finds nothing, instead of somebody else's.
 */
class ScopeOfStatementsIT {
  private static final Pattern SCOPE =
      Pattern.compile("(org_id|account_id) *(=|IN|<>) *(:|ANY|\\(|[a-z]+\\.)|USING \\(org_id\\)");

  /** Tables by whose key nobody outside can ask: their statements follow a row that was found. */
  private static final Set<String> FOLLOWING =
      Set.of(
          "api_key",
          "audit_log",
          "pull_request",
          "session",
          "queue_entry",
          "queue_feed",
          "web_session");

  /** With the reason why they do without. */
  private static final Set<String> EXCEPTIONS =
      Set.of(
          // The first start asks whether there is any account.
          "FirstStartSql.account",
          // Who signs in has said no more than his name.
          "PasswordSql.find",
          // The people of the identity provider are those of the one account that there is.
          "OpenIdSql.account",
          // The node looks after the outposts of all accounts.
          "TransitionSql.left",
          // Whoever holds a signed link has shown whose it is.
          "AttachmentSql.findSigned",
          // The node removes what nobody uses, of all accounts.
          "AttachmentSql.take",
          "AttachmentSql.delete",
          "AttachmentSql.lock",
          "AttachmentSql.leave",
          // What is erased was looked for in its organization.
          "ViolationSql.eraseOf",
          // The start looks whether a store holds files of this database, whose ever they are.
          "StoreMarkerSql.newest",
          // A backup holds all accounts and the files of all of them.
          "BackupSql.accounts",
          "BackupSql.kept",
          // The node looks at the branches of all accounts, and writes those that it holds.
          "IndexWorkSql.claim",
          "IndexWorkSql.hold",
          "IndexWorkSql.release",
          "IndexWorkSql.resolved",
          "IndexWorkSql.indexed",
          "IndexWorkSql.failedAgain",
          "IndexWorkSql.wentWell",
          "IndexWorkSql.eraseRemoved",
          "IndexWorkSql.forgetRemoved",
          // What is old is forgotten, of all accounts.
          "NoticeSql.forget",
          // Whoever is there runs what is due, of all accounts.
          "ScheduleSql.lockDue");

  @Test
  void everyStatementAboutThingsOfAnOrganizationOrAccountSaysWhose() throws Exception {
    var failures = new TreeSet<String>();
    var scoped = new ArrayList<Pattern>();
    try (var database = TestDatabase.create();
        var connection = DriverManager.getConnection(database.jdbcUrl());
        var tables =
            connection
                .createStatement()
                .executeQuery(
                    """
                    SELECT DISTINCT table_name FROM information_schema.columns
                     WHERE table_schema = current_schema() AND column_name IN ('account_id', 'org_id')
                    """)) {
      while (tables.next()) {
        if (!FOLLOWING.contains(tables.getString(1))) {
          scoped.add(
              Pattern.compile("(FROM|JOIN|UPDATE|DELETE FROM) " + tables.getString(1) + "\\b"));
        }
      }
    }
    assertThat(scoped).hasSizeGreaterThan(3);
    for (var statement : SqlStatement.all()) {
      boolean about = scoped.stream().anyMatch(table -> table.matcher(statement.sql()).find());
      if (about && !SCOPE.matcher(statement.sql()).find()) {
        failures.add(statement.name());
      }
    }
    failures.removeAll(EXCEPTIONS);
    assertThat(failures).isEmpty();
  }

  @Test
  void theExceptionsAreStatementsThatThereAre() {
    assertThat(SqlStatement.all().stream().map(SqlStatement::name)).containsAll(EXCEPTIONS);
  }

  @Test
  void aStatementWithoutAScopeIsFound() {
    assertThat(SCOPE.matcher("DELETE FROM note WHERE note_id = :id").find()).isFalse();
    assertThat(
            Arrays.asList(
                "WHERE n.account_id = :accountId",
                "WHERE org_id = :orgId",
                "o.org_id = ANY (:orgIds)"))
        .allMatch(sql -> SCOPE.matcher(sql).find());
  }
}
