package io.agentservice.server.engine.lifecycle;

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

  private long emptied() {
    return server
        .given()
        .number(
            "SELECT count(*) FROM organization WHERE org_id = ? AND sessions_ended", org.value());
  }
}
