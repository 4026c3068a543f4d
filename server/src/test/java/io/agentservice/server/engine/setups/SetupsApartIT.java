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
}
