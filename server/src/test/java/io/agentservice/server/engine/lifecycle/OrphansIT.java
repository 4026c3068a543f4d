package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What lives in organizations that were deleted. */
class OrphansIT extends OnLifecycle {
  @Test
  void aDeletedOrganizationIsLookedAtAsLongAsASessionLivesInIt() throws Exception {
    String lives = running();
    try (var _ = server.given().lockOn(lives)) { // so nobody can end it yet
      server
          .given()
          .update(
              "UPDATE organization SET deleted_at = now() - interval '2 hours' WHERE org_id = ?",
              org.value());
      database.with(TransitionSql.class, TransitionSql::markEmptied);
      assertThat(emptied()).isZero();
    }
    await(() -> emptied() == 1);
  }

  @Test
  void anOrganizationThatLivesOrWasDeletedJustNowIsLookedAtThoughItHasNoSession() {
    database.with(TransitionSql.class, TransitionSql::markEmptied);
    assertThat(emptied()).isZero();
    server
        .given()
        .update(
            "UPDATE organization SET deleted_at = now() - interval '50 minutes' WHERE org_id = ?",
            org.value());
    database.with(TransitionSql.class, TransitionSql::markEmptied);
    assertThat(emptied()).isZero();
  }

  @Test
  void oneThatCannotBeEndedHoldsUpNoOther() {
    String bad = session();
    server
        .given()
        .update(
            "UPDATE session SET created_at = created_at - interval '1 day', status_detail = 'NONSENSE' WHERE session_id = ?",
            bad);
    server
        .given()
        .update("UPDATE organization SET deleted_at = now() WHERE org_id = ?", org.value());
    var further = server.given().organization();
    String other =
        admin
            .post("/v3/organizations/" + further + "/sessions", json("prompt", "p"))
            .ok()
            .text("/session_id");

    admin.delete("/v3/enterprise/organizations/" + further).ok();

    assertThat(server.given().text("SELECT status FROM session WHERE session_id = ?", other))
        .isEqualTo("EXIT");
    server.given().update("UPDATE session SET status_detail = NULL WHERE session_id = ?", bad);
    await(() ->
        server.given().text("SELECT status FROM session WHERE session_id = ?", bad).equals("EXIT"));
  }

  private long emptied() {
    return server
        .given()
        .number(
            "SELECT count(*) FROM organization WHERE org_id = ? AND sessions_ended", org.value());
  }
}
