package io.agentservice.server.enterprise.organizations;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.ServiceUserId;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.TestDatabase;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is left of a deleted organization (completions.md 12, item 111; sessions.md 2, row 33). */
class DeletedOrganizationIT extends OnOutpost {
  private static final String ALL = "/v3/enterprise/organizations";

  /**
   * Tables that {@link Erasure} empties, and those that go with them: {@code git_permission} with
   * the organization, those below it with their sessions ({@code file_question}: or within a
   * minute).
   */
  private static final Set<String> ERASED =
      Set.of(
          """
          session event message session_secret session_mcp_server session_analysis queue_entry note
          folder playbook secret mcp_server registered_model schedule pull_request
          attachment session_attachment organization_tag saved_view
          guardrail_violation repository_setup schedule_run indexed_branch search
          git_permission
          review repository_setup_run session_branch session_change approval
          granted_host file_question machine_place child_session push_notice
          push_reader
          """
              .strip()
              .split("\\s+"));

  /** What is without content: who did what, with which keys, and what it cost. */
  static final Set<String> KEPT =
      Set.of(
          "organization",
          "audit_log",
          "api_key",
          "service_user",
          "role_assignment",
          "member",
          "held_role", // a view on those two
          "acu_booking",
          "acu_day",
          "search_made", // a view on what is erased itself
          "acu_limit",
          "organization_group_member");

  private void delete() {
    admin.delete(ALL + "/" + org).ok();
  }

  @Test
  void item111EveryPathOfItIsGoneForEveryCallerOnEveryServerAtOnce() {
    try (var node = server.furtherNode()) {
      var there = server.adminOf(node);
      there.get(path("sessions")).ok();
      there.get(path("knowledge/notes")).ok();
      delete();
      for (var caller : List.of(admin, there)) {
        await(() -> caller == admin || there.get(path("sessions")).status() == 404);
        for (var route : server.routes()) {
          boolean takesOurKey = !route.path().startsWith("/v2/");
          boolean reads = takesOurKey && route.method().name().equals("GET");
          if (reads && route.path().contains("{org_id}")) {
            String path =
                route
                    .path()
                    .replace("{org_id}", org.value())
                    .replaceAll("\\{[a-z_]+}", "0".repeat(32));
            caller.get(path).refused(404, "organization_not_found");
          }
        }
      }
    }
  }

  @Test
  void itsSessionsEndAndItsQueueEntriesGo() {
    String waiting = session();
    String claimed = session();
    claim(claimed, "w").ok();
    String running = session();
    claim(running, "w").ok();
    server.given().update("UPDATE session SET status = 'RUNNING' WHERE session_id = ?", running);
    String asleep = session();
    admin.post(path("sessions/" + asleep + "/archive"), "").ok();

    delete();

    for (String id : List.of(waiting, claimed, running, asleep)) {
      assertThat(server.given().text("SELECT status FROM session WHERE session_id = ?", id))
          .isEqualTo("EXIT");
      admin.get(AGENTS + "/" + id).refused(404, "entry_not_found");
    }
    assertThat(server.given().audit(org).stream().map(record -> record.action()))
        .contains("delete_org")
        .filteredOn("terminate_session"::equals)
        .hasSize(4);
  }

  @Test
  void aSessionThatIsMadeAtTheSameMomentEndsToo() {
    String late = session();
    server
        .given()
        .update("UPDATE organization SET deleted_at = now() WHERE org_id = ?", org.value());
    await(() ->
        server
            .given()
            .text("SELECT status FROM session WHERE session_id = ?", late)
            .equals("EXIT"));
  }

  @Test
  void itsKeysAreRefusedAndItsRolesAreGone() {
    var robot = server.given().serviceUser(org, "org_member");
    var key = server.as(server.given().keyOf(robot));
    var human = server.given().human(org, "org_admin");
    var person = server.as(server.given().personalToken(human));
    var legacy = server.as(server.given().legacyKey(human, org));
    var nameless = server.as(server.given().legacyKey(null, org));
    key.get("/v3/self").ok();
    legacy.get("/v1/knowledge").ok();
    var early = server.given().serviceUser(org, "org_member").value();
    server.as(server.given().keyOf(new ServiceUserId(early))).get("/v3/self").ok();
    String revoked = "UPDATE api_key SET revoked_at = '2026-01-02' WHERE principal_id = ?";
    server.given().update(revoked, early);

    delete();

    assertThat(
            server
                .given()
                .text("SELECT revoked_at::date::text FROM api_key WHERE principal_id = ?", early))
        .as("when it was revoked, which the list of version 2 shows")
        .isEqualTo("2026-01-02");

    key.get("/v3/self").refused(401, "credentials_revoked");
    legacy.get("/v1/knowledge").refused(401, "credentials_revoked");
    nameless.get("/v1/knowledge").refused(401, "credentials_revoked");
    assertThat(person.get("/v3/self").ok().at("/org_permissions").toString()).isEqualTo("{}");
    assertThat(admin.get("/v3/enterprise/members/users/" + human).ok().at("/role_assignments"))
        .isEmpty();
    var robots = admin.get("/v3/enterprise/members/service-users").ok();
    assertThat(robots.each("/service_user_id")).doesNotContain(robot.value());
  }

  @Test
  void theAccountSeesNothingOfItsThingsAndItsMacroIsFree() {
    String note =
        admin
            .post(path("knowledge/notes"), json("name", "n", "body", "b", "trigger", "t"))
            .ok()
            .text("/note_id");
    String body = json("title", "t", "body", "b", "macro", "!gone");
    String playbook = admin.post(path("playbooks"), body).ok().text("/playbook_id");
    String session = session();
    admin.get("/v3/enterprise/sessions/" + session).ok();
    admin.get("/v3/enterprise/knowledge/notes/" + note).ok();
    admin.post("/v3/enterprise/playbooks", body).refused(409, "macro_taken");

    delete();

    admin.get("/v3/enterprise/sessions/" + session).refused(404, "session_not_found");
    admin.get("/v3/enterprise/sessions/" + session + "/messages").refused(404, "session_not_found");
    admin.get("/v3/enterprise/knowledge/notes/" + note).refused(404, "note_not_found");
    assertThat(admin.get("/v3/enterprise/knowledge/notes").ok().each("/note_id"))
        .doesNotContain(note);
    admin.get("/v3/enterprise/playbooks/" + playbook).refused(404, "playbook_not_found");
    admin.post("/v3/enterprise/playbooks", body).ok();
  }

  @Test
  void theLastOrganizationAndTheLastAdministratorStay() {
    var others =
        admin.get(ALL).ok().each("/org_id").stream().filter(id -> !id.equals(org.value())).toList();
    others.forEach(id ->
        server
            .given()
            .update(
                "UPDATE organization SET deleted_at = now(), erased_at = now() WHERE org_id = ?",
                id));
    admin.delete(ALL + "/" + org).refused(409, "last_organization");
    var next = server.given().organization();
    var robot = server.given().serviceUser(next, "org_member");
    server
        .given()
        .update(
            "INSERT INTO role_assignment (principal_id, role_id) VALUES (?, 'account_admin')",
            robot.value());
    var before =
        server
            .given()
            .text(
                "SELECT string_agg(principal_id, ',') FROM role_assignment WHERE org_id IS NULL AND role_id = 'account_admin' AND principal_id <> ?",
                robot.value());
    addAdministratorsWhoAreNone();
    demote(before, "account_member");
    try {
      server
          .as(server.given().keyOf(new ServiceUserId(robot.value())))
          .delete(ALL + "/" + next)
          .refused(409, "last_admin");
    } finally {
      demote(before, "account_admin");
    }
    admin.delete(ALL + "/" + next).ok();
    others.forEach(id ->
        server
            .given()
            .update(
                "UPDATE organization SET deleted_at = NULL, erased_at = NULL WHERE org_id = ?",
                id));
  }

  /** A human who was removed, and a group of the identity provider. */
  private void addAdministratorsWhoAreNone() {
    String members = "/v3/enterprise/members/";
    admin.delete(members + "users/" + server.given().human(null, "account_admin")).ok();
    admin.post("/v3/enterprise/idp-groups", json("idp_group_names", List.of("admins"))).ok();
    admin.post(members + "idp-groups/admins", json("role_id", "account_admin")).ok();
  }

  private void demote(String principals, String role) {
    server
        .given()
        .update(
            "UPDATE role_assignment SET role_id = ? WHERE org_id IS NULL AND principal_id = ANY (string_to_array(?, ','))",
            role,
            principals);
  }

  private static String withSecretAndServer() {
    var program = fields("name", "p", "transport", "stdio", "command", "c");
    return json(
        "prompt", "p", "session_secrets", fields("K", "v"), "mcp_servers", List.of(program));
  }

  private void fill(OrgId of) {
    String base = "/v3/organizations/" + of + "/";
    admin.post(base + "sessions", withSecretAndServer()).ok();
    String parent = admin.post(base + "sessions", json("prompt", "p")).ok().text("/session_id");
    String child =
        admin
            .post(base + "sessions?agent_id=" + parent, json("prompt", "child"))
            .ok()
            .text("/session_id");
    server
        .given()
        .update(
            """
            INSERT INTO child_session (session_id, parent_session_id, root_session_id, depth, name, on_parent_end)
            VALUES (?, ?, ?, 1, 'child', 'end')
            """,
            child,
            parent,
            parent);
    String folder =
        admin.post(base + "knowledge/folders", json("name", "f")).ok().text("/folder_id");
    admin.post(base + "knowledge/folders", json("name", "g", "parent_folder_id", folder)).ok();
    admin
        .post(
            base + "knowledge/notes",
            json("name", "n", "body", "b", "trigger", "t", "folder_id", folder))
        .ok();
    admin.post(base + "playbooks", json("title", "p", "body", "b")).ok();
    admin.post(base + "secrets", json("key", "K", "value", "v")).ok();
    admin
        .post("/v3beta1/organizations/" + of + "/searches", json("query", "secret of theirs"))
        .ok();
    server
        .given()
        .update(
            """
            WITH branch AS (
              INSERT INTO indexed_branch (account_id, org_id, host, repo_path, branch_name, position, due_at)
              SELECT account_id, org_id, 'h', 'a/b', '', 1, 'infinity' FROM organization WHERE org_id = ?
              RETURNING branch_id)
            INSERT INTO index_file (branch_id, path, blob) SELECT branch_id, 'f', 'b' FROM branch
            """,
            of.value());
    admin.post(base + "schedules", json("prompt", "p", "cron_schedule", "0 9 * * *")).ok();
    server
        .given()
        .update(
            """
            INSERT INTO approval (event_id, session_id, call_id, tool, input, rules)
            SELECT 'asked-' || session_id, session_id, 'c', 'bash', '{}', '{git push}' FROM session WHERE org_id = ?
            """,
            of.value());
  }

  @Test
  void itsContentIsErasedAfterAWeekAndThatOfOthersIsNot() {
    var recent = server.given().organization();
    var living = server.given().organization();
    List.of(org, recent, living).forEach(this::fill);
    delete();
    admin.delete(ALL + "/" + recent).ok();
    age(org, "7 days 1 minute");
    age(recent, "6 days 23 hours");

    server.leadAnew();
    await(() -> isErased(org));

    for (String table :
        List.of(
            "session",
            "note",
            "folder",
            "playbook",
            "secret",
            "schedule",
            "search",
            "indexed_branch")) {
      String count = "SELECT count(*) FROM " + table + " WHERE";
      assertThat(rows(org, count)).as(table).isZero();
      assertThat(rows(recent, count)).as(table).isPositive();
      assertThat(rows(living, count)).as(table).isPositive();
    }
    for (String table : List.of("event", "message")) {
      assertThat(
              server
                  .given()
                  .number(
                      "SELECT count(*) FROM %s e WHERE NOT EXISTS (SELECT FROM session s WHERE s.session_id = e.session_id)"
                          .formatted(table)))
          .as(table)
          .isZero();
    }
    assertThat(server.given().audit(org)).isNotEmpty();
  }

  private boolean isErased(OrgId of) {
    return rows(of, "SELECT count(*) FROM organization WHERE erased_at IS NOT NULL AND") == 1;
  }

  private long rows(OrgId of, String count) {
    return server.given().number(count + " org_id = ?", of.value());
  }

  private void age(OrgId of, String age) {
    server
        .given()
        .update(
            "UPDATE organization SET deleted_at = now() - ?::interval WHERE org_id = ?",
            age,
            of.value());
  }

  @Test
  void everyTableWithThingsOfOrganizationsIsErasedOrKeptForAReason() throws Exception {
    var found = new TreeSet<String>();
    try (var database = TestDatabase.create();
        var connection = DriverManager.getConnection(database.jdbcUrl());
        var tables =
            connection
                .createStatement()
                .executeQuery(
                    """
                    SELECT DISTINCT table_name FROM information_schema.columns
                     WHERE table_schema = current_schema() AND column_name IN ('org_id', 'session_id')
                    """)) {
      while (tables.next()) {
        found.add(tables.getString(1));
      }
    }
    found.removeAll(ERASED);
    found.removeAll(KEPT);
    assertThat(found)
        .as("a new table: erase it with its feature (Belongings), or say here that it is kept")
        .isEmpty();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_TOMBSTONE_DAYS", "30");
  }
}
