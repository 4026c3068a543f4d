package io.agentservice.server.context.playbooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** Playbooks of organizations beside each other. */
class PlaybooksApartIT extends OnStatements<PlaybookSql> {
  PlaybooksApartIT() {
    super(PlaybookSql.class);
  }

  private static final OrgId ONE = new OrgId("org-1");
  private static final Scope SCOPE = new Scope(new AccountId("acct-1"), ONE);
  private static final PlaybookId SECOND = new PlaybookId("playbook-2");
  private static final PlaybookId OTHERS = new PlaybookId("playbook-3");

  private void playbooks() {
    for (int i = 1; i <= 3; i++) {
      row(
          "playbook",
          "playbook_id",
          "playbook-" + i,
          "account_id",
          "acct-1",
          "org_id",
          i == 3 ? "org-2" : "org-1",
          "title",
          "t");
    }
  }

  @Test
  void oneIsFoundHeldAndWrittenAlone() {
    playbooks();

    assertThat(askOne(sql -> sql.find(SCOPE, SECOND)).orElseThrow().playbookId()).isEqualTo(SECOND);
    assertThat(askOne(sql -> sql.lock(SCOPE, SECOND)).orElseThrow().playbookId()).isEqualTo(SECOND);
    assertThat(free("playbook", "playbook_id", sql -> sql.lock(SCOPE, SECOND)))
        .containsExactly("playbook-1", "playbook-3");
    assertThat(askIf(sql -> sql.owns(SCOPE, new PlaybookId("playbook-4")))).isFalse();
    var content = new PlaybookSql.Content("new", "b", null, null);
    tell(sql -> sql.update(SCOPE, SECOND, content, "user-1"));
    assertThat(values("playbook", "playbook_id || title"))
        .containsExactly("playbook-1t", "playbook-2new", "playbook-3t");
    tell(sql -> sql.delete(SCOPE, SECOND));
    assertThat(values("playbook", "playbook_id")).containsExactly("playbook-1", "playbook-3");
  }

  @Test
  void nobodyWritesThoseOfAnotherOrganization() {
    playbooks();

    assertThat(askIf(sql -> sql.owns(SCOPE, OTHERS))).isFalse();
    assertThat(askOne(sql -> sql.lock(SCOPE, OTHERS))).isEmpty();
    tell(sql -> sql.delete(SCOPE, OTHERS));
    assertThat(values("playbook", "playbook_id")).hasSize(3);
  }

  @Test
  void thoseOfOneOrganizationAreErasedByParts() {
    playbooks();

    assertThat(askCount(sql -> sql.erase(ONE, 1))).isEqualTo(1);
    assertThat(askCount(sql -> sql.erase(ONE, 9))).isEqualTo(1);
    assertThat(values("playbook", "org_id")).containsExactly("org-2");
  }
}
