package io.agentservice.server.engine.setups;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** Organizations whose repositories are set up, beside each other. */
class SetupsApartIT extends OnStatements<SetupSql> {
  SetupsApartIT() {
    super(SetupSql.class);
  }

  @Test
  void aDeletedOrganizationIsNotHeldForTheSakeOfOneThatLives() {
    row("organization", "org_id", "org-1");
    row("organization", "org_id", "org-2", "deleted_at", "now");

    assertThat(askIf(sql -> sql.hold(new OrgId("org-1")))).isTrue();
    assertThat(askIf(sql -> sql.hold(new OrgId("org-2")))).isFalse();
  }

  private void run(String session, String status, String detail, String touched) {
    row(
        "session",
        "session_id",
        session,
        "org_id",
        "org-1",
        "account_id",
        "acct-1",
        "status",
        status,
        "status_detail",
        detail,
        "updated_at",
        touched);
    row("repository_setup_run", "session_id", session, "repository", "of " + session);
  }

  @Test
  void thoseThatHaveEndedAreTakenOnceEach() {
    run("agent-1", "RUNNING", "WORKING", "now");
    run("agent-2", "EXIT", null, "now");
    run("agent-3", "RUNNING", "FINISHED", "now");

    assertThat(askAll(sql -> sql.takeEnded(10)))
        .extracting(ended -> ended.sessionId().value() + " " + ended.repository())
        .containsExactlyInAnyOrder("agent-2 of agent-2", "agent-3 of agent-3");
    assertThat(values("repository_setup_run", "session_id")).containsExactly("agent-1");
  }

  @Test
  void thoseThatNobodyTouchesAnyMoreAreForgotten() {
    run("agent-1", "RUNNING", "WORKING", "now");
    run("agent-2", "RUNNING", "WORKING", "epoch");
    run("agent-3", "EXIT", null, "epoch");

    assertThat(askCount(sql -> sql.forgetUnfinished(7, 10))).isEqualTo(1);

    assertThat(values("repository_setup_run", "session_id")).containsExactly("agent-1", "agent-3");
  }

  @Test
  void thoseOfOneOrganizationAreErasedAlone() {
    row("repository_setup", "org_id", "org-1");
    row("repository_setup", "org_id", "org-2");

    tell(sql -> sql.erase(new OrgId("org-1")));

    assertThat(values("repository_setup", "org_id")).containsExactly("org-2");
  }
}
