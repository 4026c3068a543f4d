package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The deletion of an organization that stands still in the middle, with a request that comes then:
 * it waits for the deletion, or is answered beside it, before the deletion goes on.
 */
record HeldDeletion(TestServer server, OrgId org) {
  /** What is noted of what was there, and views. */
  private static final String BELONGING =
      """
      SELECT string_agg(c.table_name, ',' ORDER BY c.table_name)
        FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.column_name = 'org_id' AND c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
         AND NOT c.table_name IN ('organization', 'audit_log', 'acu_day')
      """;

  private static final String LIVING_KEYS =
      """
      SELECT count(*) FROM api_key k LEFT JOIN service_user s ON s.service_user_id = k.principal_id
       WHERE k.revoked_at IS NULL AND coalesce(k.org_id, s.org_id) = ?
      """;

  /** Sends the request in the middle of the deletion; its answer. */
  Reply beside(Supplier<Reply> request) throws Exception {
    server.given().human(org, "org_member");
    CompletableFuture<Reply> deletion;
    CompletableFuture<Reply> answer;
    List<Long> before;
    try (var _ =
        server
            .given()
            .holding("SELECT FROM role_assignment WHERE org_id = ? FOR UPDATE", org.value())) {
      deletion =
          CompletableFuture.supplyAsync(
              () -> server.admin().delete("/v3/enterprise/organizations/" + org));
      Await.until(() -> server.given().waiting() == 1);
      before = belongings();
      answer = CompletableFuture.supplyAsync(request);
      Await.until(() -> answer.isDone() || server.given().waiting() > 1);
    }
    deletion.get(1, TimeUnit.MINUTES).ok();
    var told = answer.get(1, TimeUnit.MINUTES);
    var after = belongings();
    for (int i = 0; i < before.size(); i++) {
      assertThat(after.get(i)).as("rows of %s", tables().get(i)).isLessThanOrEqualTo(before.get(i));
    }
    assertThat(server.given().number(LIVING_KEYS, org.value())).isZero();
    return told;
  }

  private List<String> tables() {
    return List.of(server.given().text(BELONGING).split(","));
  }

  /** So many rows of each table name the organization. */
  private List<Long> belongings() {
    return tables().stream()
        .map(table ->
            server
                .given()
                .number("SELECT count(*) FROM %s WHERE org_id = ?".formatted(table), org.value()))
        .toList();
  }
}
