package io.agentservice.server.enterprise.organizations;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** Organizations beside each other of which one is to be erased. */
class ErasuresApartIT extends OnStatements<ErasureSql> {
  private static final OrgId ONE = new OrgId("org-1");

  ErasuresApartIT() {
    super(ErasureSql.class);
  }

  private void organization(String id, String deleted, String erased) {
    row("organization", "org_id", id, "deleted_at", deleted, "erased_at", erased);
  }

  @Test
  void thoseAreDueThatWereDeletedLongAgoAndWhereNobodyWorks() {
    organization("org-1", "epoch", null);
    organization("org-2", "epoch", "now");
    organization("org-3", "now", null);
    organization("org-4", null, null);
    organization("org-5", "epoch", null);
    row("session", "session_id", "agent-1", "org_id", "org-1", "status", "EXIT");
    row("session", "session_id", "agent-2", "org_id", "org-1", "status", "ERROR");
    row("session", "session_id", "agent-3", "org_id", "org-5", "status", "RUNNING");

    assertThat(askAll(sql -> sql.due(7))).containsExactly(ONE);
  }

  @Test
  void onlyOneThatIsDeletedAndNotErasedIsTaken() {
    organization("org-1", "epoch", null);
    organization("org-2", "epoch", "now");
    organization("org-3", null, null);

    assertThat(askOne(sql -> sql.lock(ONE))).contains(ONE);
    assertThat(askOne(sql -> sql.lock(new OrgId("org-2")))).isEmpty();
    assertThat(askOne(sql -> sql.lock(new OrgId("org-3")))).isEmpty();
    assertThat(free("organization", "org_id", sql -> sql.lock(ONE)))
        .containsExactly("org-2", "org-3");

    tell(sql -> sql.erased(new OrgId("org-3")));
    assertThat(values("organization", "org_id || (erased_at IS NULL)"))
        .containsExactly("org-1true", "org-2false", "org-3false");
  }
}
