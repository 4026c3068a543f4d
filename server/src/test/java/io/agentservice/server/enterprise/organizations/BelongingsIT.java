package io.agentservice.server.enterprise.organizations;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.sql.Connection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What belongs to an organization is not made in one that is deleted (ADR 42). */
class BelongingsIT extends OnOrganization {
  /** What the service itself notes of what was there. */
  private static final Set<String> EXEMPT =
      Set.of("organization", "audit_log", "acu_day", "pull_request", "guardrail_violation");

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
}
