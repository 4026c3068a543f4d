package io.agentservice.server.enterprise.organizations;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What belongs to an organization is not made in one that is deleted (ADR 42). */
class BelongingsIT extends OnOrganization {
  private static final String NOTES = "/v3/enterprise/knowledge/notes";
  private static final String FOLDERS = "/v3/enterprise/knowledge/folders";
  private static final String PLAYBOOKS = "/v3/enterprise/playbooks";
  private static final String NOTE = json("name", "n", "body", "b", "trigger", "t");
  private static final String PLAYBOOK = json("title", "t", "body", "b");

  /** What the service itself notes of what was there. */
  private static final Set<String> EXEMPT =
      Set.of(
          "organization",
          "audit_log",
          "acu_day",
          "pull_request",
          "guardrail_violation",
          "session_change");

  private Set<String> tables(String sql) {
    return new TreeSet<>(List.of(server.given().text(sql).split(",")));
  }

  @Test
  void everyTableOfThingsThatBelongToAnOrganizationHoldsIt() {
    var belonging =
        tables(
            """
            SELECT string_agg(c.table_name, ',')
              FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
             WHERE c.column_name = 'org_id' AND c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
            """);
    assertThat(belonging).containsAll(EXEMPT);
    belonging.removeAll(EXEMPT);
    assertThat(
            tables(
                """
                SELECT string_agg(event_object_table, ',') FROM information_schema.triggers
                 WHERE trigger_name = event_object_table || '_holds_organization' AND event_manipulation = 'INSERT'
                """))
        .containsExactlyInAnyOrderElementsOf(belonging);
  }

  @Test
  void theDeletionWaitsForWhatIsBeingMade() throws Exception {
    String robot = "service-user-" + org.value().substring("org-".length());
    CompletableFuture<Reply> deletion;
    try (var making =
        server
            .given()
            .holding(
                "INSERT INTO service_user (service_user_id, account_id, org_id, name) SELECT ?, account_id, org_id, 'late' FROM organization WHERE org_id = ?",
                robot,
                org.value())) {
      deletion =
          CompletableFuture.supplyAsync(
              () -> server.admin().delete("/v3/enterprise/organizations/" + org));
      await(() -> deletion.isDone() || server.given().waiting() == 1);
      assertThat(deletion).isNotDone();
      ((Connection) making).commit();
    }
    deletion.get(1, TimeUnit.MINUTES).ok();
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM service_user WHERE service_user_id = ? AND deleted_at IS NOT NULL",
                    robot))
        .isEqualTo(1);
  }

  @Test
  void theAccountReadsAndWritesThoseOfLivingOrganizationsAlone() {
    var gone = things(org);
    var kept = things(server.given().organization());
    long notes = rootNotes();

    server.admin().delete("/v3/enterprise/organizations/" + org).ok();

    assertThat(rootNotes()).isEqualTo(notes - 1);
    kept.forEach((list, id) ->
        assertThat(server.admin().get(list).ok().body())
            .as(list)
            .contains(id)
            .doesNotContain(gone.get(list)));
    for (var body : Map.of(NOTES, NOTE, PLAYBOOKS, PLAYBOOK).entrySet()) {
      for (String method : List.of("GET", "PUT", "DELETE")) {
        String one = body.getKey() + "/";
        String sent = method.equals("PUT") ? body.getValue() : "";
        server.admin().send(method, one + kept.get(body.getKey()), sent).ok();
        assertThat(server.admin().send(method, one + gone.get(body.getKey()), sent).status())
            .as("%s %s", method, one)
            .isEqualTo(404);
      }
    }
  }

  private long rootNotes() {
    return server.admin().get(FOLDERS).ok().at("/root_note_count").longValue();
  }

  /** One of each kind that the account lists, by the list; and a note in a folder. */
  private Map<String, String> things(OrgId of) {
    String in = "/v3/organizations/" + of + "/";
    String folder = made(in + "knowledge/folders", json("name", "f"), "folder_id");
    String inFolder = json("name", "n", "body", "b", "trigger", "t", "folder_id", folder);
    var _ = made(in + "knowledge/notes", inFolder, "note_id");
    return Map.of(
        FOLDERS,
        folder,
        NOTES,
        made(in + "knowledge/notes", NOTE, "note_id"),
        PLAYBOOKS,
        made(in + "playbooks", PLAYBOOK, "playbook_id"),
        "/v3/enterprise/sessions",
        made(in + "sessions", json("prompt", "p"), "session_id"),
        "/v3beta1/enterprise/searches",
        made("/v3beta1/organizations/" + of + "/searches", json("query", "q"), "search_id"));
  }

  private String made(String at, String body, String id) {
    return server.admin().post(at, body).ok().text("/" + id);
  }
}
