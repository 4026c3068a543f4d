package io.agentservice.server.identity.preferences;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Preferences beside each other: nobody's are another's. */
class PreferencesApartIT extends OnStatements<PreferenceSql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");
  private static final AccountId OTHER = new AccountId("acct-2");

  PreferencesApartIT() {
    super(PreferenceSql.class);
  }

  private void of(String principal, String theme) {
    row("preference", "principal_id", principal, "account_id", "acct-1", "theme", theme);
  }

  private void view(String principal, int position, String org) {
    row(
        "saved_view",
        "principal_id",
        principal,
        "account_id",
        "acct-1",
        "position",
        position,
        "org_id",
        org,
        "name",
        principal + position);
  }

  @Test
  void theyAreReadAndChangedByPersonAndAccount() {
    of("user-1", "dark");
    of("user-2", "light");

    assertThat(askOne(sql -> sql.find(ACCOUNT, "user-1")).map(PreferenceSql.Row::theme))
        .contains("dark");
    assertThat(askOne(sql -> sql.find(OTHER, "user-1"))).isEmpty();
    assertThat(askOne(sql -> sql.lock(OTHER, "user-1"))).isEmpty();
    assertThat(free("preference", "principal_id", sql -> sql.lock(ACCOUNT, "user-1")))
        .containsExactly("user-2");

    tell(sql -> sql.update(OTHER, "user-1", Preferences.USUAL));
    tell(sql -> sql.update(ACCOUNT, "user-2", Preferences.USUAL));
    assertThat(values("preference", "theme")).containsExactly("dark", "system");

    tell(sql -> sql.forget(OTHER, List.of("user-1")));
    tell(sql -> sql.forget(ACCOUNT, List.of("user-2")));
    assertThat(values("preference", "principal_id")).containsExactly("user-1");
  }

  @Test
  void theyBeginWithWhoLivesOnly() {
    row("human", "user_id", "user-1", "account_id", "acct-1");
    row("human", "user_id", "user-2", "account_id", "acct-1", "deleted_at", "now");
    row("human", "user_id", "user-3", "account_id", "acct-2");
    row("service_user", "service_user_id", "robot-1", "account_id", "acct-1");
    row("service_user", "service_user_id", "robot-2", "account_id", "acct-1", "deleted_at", "now");
    row("service_user", "service_user_id", "robot-3", "account_id", "acct-2");

    for (String who : List.of("user-1", "user-2", "user-3", "robot-1", "robot-2", "robot-3")) {
      tell(sql -> sql.begin(ACCOUNT, who, Preferences.USUAL));
      tell(sql -> sql.begin(ACCOUNT, who, Preferences.USUAL));
    }

    assertThat(values("preference", "principal_id")).containsExactly("robot-1", "user-1");
  }

  @Test
  void viewsAreReadAndDroppedByPersonAndErasedByOrganization() {
    row("organization", "org_id", "org-1", "account_id", "acct-1");
    row("organization", "org_id", "org-2", "account_id", "acct-1", "deleted_at", "now");
    view("user-1", 2, "org-1");
    view("user-1", 1, "org-1");
    view("user-1", 3, "org-2");
    view("user-2", 1, "org-1");

    assertThat(askAll(sql -> sql.views(ACCOUNT, "user-1")))
        .extracting(SavedView::name)
        .containsExactly("user-11", "user-12");
    assertThat(askAll(sql -> sql.views(OTHER, "user-1"))).isEmpty();

    tell(sql -> sql.dropViews(OTHER, "user-1"));
    tell(sql -> sql.dropViews(ACCOUNT, "user-2"));
    assertThat(values("saved_view", "name")).containsExactly("user-11", "user-12", "user-13");

    assertThat(askCount(sql -> sql.erase(new OrgId("org-1"), 1))).isEqualTo(1);
    assertThat(askCount(sql -> sql.erase(new OrgId("org-1"), 5))).isEqualTo(1);
    assertThat(values("saved_view", "name")).containsExactly("user-13");
  }

  @Test
  void livingOrganizationsOfTheAccountAreHeld() {
    row("organization", "org_id", "org-1", "account_id", "acct-1");
    row("organization", "org_id", "org-2", "account_id", "acct-1", "deleted_at", "now");
    row("organization", "org_id", "org-3", "account_id", "acct-2");
    row("organization", "org_id", "org-4", "account_id", "acct-1");
    var asked = List.of(new OrgId("org-1"), new OrgId("org-2"), new OrgId("org-3"));

    assertThat(askAll(sql -> sql.hold(ACCOUNT, asked))).containsExactly(new OrgId("org-1"));
    assertThat(free("organization", "org_id", sql -> sql.hold(ACCOUNT, asked)))
        .containsExactly("org-2", "org-3", "org-4");
  }
}
