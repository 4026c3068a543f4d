package io.agentservice.server.engine.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import io.agentservice.server.testing.SqlStatement;
import io.agentservice.server.testing.TestDatabase;
import java.lang.reflect.RecordComponent;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * By which plan a page of sessions is read where there are many: by an index, whichever filter is
 * asked for. The values stand in the statement, as they do where it is planned for them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionListPlansIT {
  private static final Pattern NAME = Pattern.compile("(?<![:\\w]):([a-zA-Z.]+)");
  private static final String ORG = Id.create(OrgId.class).value();
  private static final AccountId ACCOUNT = Id.create(AccountId.class);
  private static final SessionFilter ALL = SessionFilter.any("user-1");
  private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");

  private TestDatabase database;
  private Connection connection;
  private Map<String, String> statements;

  @BeforeAll
  void manySessions() throws SQLException {
    statements =
        SqlStatement.all().stream()
            .collect(Collectors.toMap(SqlStatement::name, SqlStatement::sql, (one, _) -> one));
    database = TestDatabase.create();
    connection = DriverManager.getConnection(database.jdbcUrl());
    execute("SET synchronous_commit = on"); // else VACUUM takes no page for visible to all
    execute("INSERT INTO account (account_id, name) VALUES ('%s', 'a')".formatted(ACCOUNT));
    for (String org : List.of(ORG, "org-2")) {
      execute(
          "INSERT INTO organization (org_id, account_id, name) VALUES ('%s', '%s', '%s')"
              .formatted(org, ACCOUNT, org));
    }
    execute(
        "INSERT INTO outpost (outpost_id, account_id, name) VALUES ('outpost-1', '%s', 'o')"
            .formatted(ACCOUNT));
    // Of each value of a filter there are few, as there are of a playbook or of a person.
    execute(
        """
        INSERT INTO session (session_id, account_id, org_id, status, title, prior_detail, origin, user_id, service_user_id, playbook_id,
                             schedule_id, category, is_archived, error_code, outpost_id, tags, repo_paths, created_at, updated_at)
        SELECT 'agent-' || lpad(to_hex(n), 32, '0'), '%s', CASE WHEN n %% 2 = 0 THEN '%s' ELSE 'org-2' END,
               CASE WHEN n %% 900 = 0 THEN 'ERROR' WHEN n %% 1002 = 0 THEN 'SUSPENDED' ELSE 'EXIT' END,
               'Upgrade ' || n || CASE WHEN n %% 2 = 0 THEN ' even' ELSE ' odd' END,
               CASE WHEN n %% 1002 = 0 THEN 'WAITING_FOR_USER' END, CASE WHEN n %% 1000 = 0 THEN 'cli' ELSE 'api' END,
               'user-' || n %% 2000, 'service-user-' || n %% 2000, 'playbook-' || n %% 2000,
               'sched-' || n %% 2000, CASE WHEN n %% 1000 = 0 THEN 'security' END, n %% 1000 = 0,
               CASE WHEN n %% 900 = 0 THEN 'internal' END, CASE WHEN n %% 900 <> 0 THEN 'outpost-1' END,
               ARRAY['tag-' || n %% 2000, 'parity-' || n %% 2], ARRAY['o/r-' || n %% 2000], now() - n * interval '1 minute',
               now() - n * interval '1 minute'
          FROM generate_series(1, 40000) AS n
        """
            .formatted(ACCOUNT, ORG));
    execute(
        """
        INSERT INTO queue_entry (session_id, account_id, outpost_id, kind, platform, network_policy, phase,
                                 session_status, position, created_at)
        SELECT session_id, account_id, 'outpost-1', 'new', 'linux', '{}', 'PENDING', 'pending', 1, created_at
          FROM session LIMIT 5000
        """);
    execute("VACUUM ANALYZE session, queue_entry");
  }

  @AfterAll
  void close() throws SQLException {
    connection.close();
    database.close();
  }

  private void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** All sessions, but for the one value that stands there in a part of the filter. */
  private static SessionFilter filter(String path, Object value) throws Exception {
    return (SessionFilter) with(ALL, path, value);
  }

  private static Object with(Object part, String path, Object value) throws Exception {
    var components = part.getClass().getRecordComponents();
    int end = path.indexOf('.');
    String first = end < 0 ? path : path.substring(0, end);
    assertThat(components).extracting(RecordComponent::getName).contains(first);
    var values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      var present = components[i].getAccessor().invoke(part);
      values[i] =
          !components[i].getName().equals(first)
              ? present
              : path.equals(first)
                  ? value
                  : with(present, path.substring(first.length() + 1), value);
    }
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    return part.getClass().getDeclaredConstructor(types).newInstance(values);
  }

  /** As the statement names it, by its way through the parts. */
  private static Object value(Object bound, String path) throws Exception {
    Object value = bound;
    for (String name : path.split("\\.", -1)) {
      value = value.getClass().getMethod(name).invoke(value);
    }
    return value;
  }

  private String plan(String statement, Scope scope, SessionFilter filter) throws Exception {
    String sql = statements.get("SessionSql." + statement);
    Map<String, Object> values = new HashMap<>();
    for (Object bound : List.of(scope, Window.first(100))) {
      for (var component : bound.getClass().getRecordComponents()) {
        values.put(component.getName(), component.getAccessor().invoke(bound));
      }
    }
    var names = NAME.matcher(sql).results().map(found -> found.group(1)).distinct().toList();
    for (String name : names) {
      if (!values.containsKey(name) && !name.equals("limit")) {
        values.put(name, value(filter, name));
      }
    }
    values.put("limit", 101);
    String literal =
        NAME.matcher(sql)
            .replaceAll(found -> {
              assertThat(values).containsKey(found.group(1));
              return literal(values.get(found.group(1)));
            });
    try (var query = connection.createStatement();
        var rows = query.executeQuery("EXPLAIN " + literal)) {
      var lines = new StringBuilder();
      while (rows.next()) {
        lines.append(rows.getString(1)).append('\n');
      }
      return lines.toString();
    }
  }

  private static String literal(Object value) {
    return switch (value) {
      case null -> "NULL";
      case Boolean bool -> bool.toString();
      case Number number -> number.toString();
      case Collection<?> all ->
          all.stream()
              .map(SessionListPlansIT::literal)
              .collect(Collectors.joining(",", "ARRAY[", "]::text[]"));
      case Instant time -> "'" + time + "'::timestamptz";
      default -> "'" + value + "'::text";
    };
  }

  private void byAnIndex(String name, Object value, String... indexes) throws Exception {
    for (var scope : List.of(new Scope(ACCOUNT, null), new Scope(ACCOUNT, new OrgId(ORG)))) {
      for (String statement : List.of("list", "sizes")) {
        String plan = plan(statement, scope, filter(name, value));
        assertThat(plan).doesNotContain("Seq Scan on session s");
        assertThat(Arrays.stream(indexes)).as(plan).anyMatch(plan::contains);
      }
    }
  }

  @Test
  void aPageOfTheWholeListIsReadInItsOrder() throws Exception {
    for (var scope : List.of(new Scope(ACCOUNT, null), new Scope(ACCOUNT, new OrgId(ORG)))) {
      String plan = plan("list", scope, ALL);
      assertThat(plan)
          .contains("session_newest")
          .doesNotContain("Seq Scan on session s", "Sort Key: s.");
    }
  }

  @Test
  void thePlaceInTheLineIsCountedInAnIndexOnly() throws Exception {
    assertThat(plan("list", new Scope(ACCOUNT, new OrgId(ORG)), ALL))
        .contains("Index Only Scan using queue_entry_waiting on queue_entry q");
  }

  @Test
  void aTagOfOtherOrganizationsIsLookedForWithoutReadingTheWholeList() throws Exception {
    var ofTheOther = filter("tags.asked", List.of("parity-1"));
    assertThat(plan("list", new Scope(ACCOUNT, new OrgId(ORG)), ofTheOther))
        .contains("session_tag_keys")
        .doesNotContain("session_newest");
    var ofAll = filter("tags.asked", List.of("parity-0"));
    assertThat(plan("list", new Scope(ACCOUNT, new OrgId(ORG)), ofAll)).contains("session_newest");
  }

  @Test
  void rareWordsAndThoseThatAskAreFoundByTheirIndexes() throws Exception {
    var org = new Scope(ACCOUNT, new OrgId(ORG));
    assertThat(plan("list", org, filter("search.words", "upgrade 7000")))
        .contains("session_search");
    assertThat(plan("list", org, filter("search.words", "even")))
        .as("of all of them")
        .contains("session_newest");
    assertThat(plan("list", org, filter("search.words", "odd")))
        .as("of those of another organization")
        .contains("session_search");
    assertThat(plan("list", org, filter("search.pullRequest", "https://forge.example/o/r/pull/1")))
        .contains("pull_request_address", "session_pkey");
    assertThat(plan("list", org, filter("state.asks", true))).contains("session_asks");
  }

  @ParameterizedTest
  @CsvSource({
    "maker.playbookId, playbook-7, session_playbook",
    "maker.scheduleId, sched-7, session_schedule",
    "state.category, security, session_category",
    "maker.parentSessionId, agent-7, session_parent"
  })
  void aScalarFilterFindsItsSessionsByItsIndex(String name, String value, String index)
      throws Exception {
    byAnIndex(name, value, index);
  }

  @ParameterizedTest
  @CsvSource({
    "sessionIds, agent-7, session_pkey",
    "tags.asked, tag-7, session_tag_keys",
    "tags.asked, 'tag-7,tag-8', session_tag_keys",
    "maker.origins, cli, session_origin",
    "owner.userIds, user-7, session_owner",
    "owner.serviceUserIds, service-user-7, session_of_service_user",
    "repoNames, o/r-7, session_repo_paths"
  })
  void anArrayFilterFindsItsSessionsByItsIndex(String name, String value, String index)
      throws Exception {
    byAnIndex(name, List.of(value), index);
  }

  @Test
  void boundsStatusesAndPutAwayOnesReadNoMoreThanAnIndexSays() throws Exception {
    byAnIndex("state.isArchived", true, "session_archived");
    byAnIndex("state.isArchived", false, "session_newest");
    for (String bound : List.of("created.after", "created.before", "updated.before")) {
      byAnIndex(bound, NEW_YEAR, "session_newest", "session_made", "session_updated");
    }
    byAnIndex("updated.after", NEW_YEAR, "session_newest", "session_made", "session_updated");
    byAnIndex("state.statuses", List.of("ERROR"), "session_failed");
    byAnIndex("state.statuses", List.of("RUNNING", "NEW"), "session_pkey");
    byAnIndex("state.statuses", List.of("EXIT"), "session_newest");
    byAnIndex("orgIds", List.of(ORG), "session_newest");
  }
}
