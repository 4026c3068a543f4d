package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Groups of the identity provider and their roles, in a real browser. */
@Tag("long")
@Timeout(200)
class AppAccountGroupsIT {
  private static final String PAGE = "/account/groups";
  private static final String GROUPS = "idp-groups";
  private static final String ROWS = "document.querySelectorAll('.items li').length";
  private static final String ROLES = "document.querySelectorAll('.api-keys li').length";

  @Test
  void groupsAreRegisteredGivenRolesRidOfThemAndForgotten(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(PAGE);
      app.untilShown("There is no group yet.");
      app.click("Register groups");
      app.until("document.activeElement.id === 'idp_group_names'");
      assertThat(app.violations("account-groups-register")).isEmpty();
      app.set("idp_group_names", "writers\n\n readers \n");
      app.click("Register");
      app.until("location.search === '?item=writers'");
      app.until(ROWS + " === 2");
      app.untilShown("Before one there it needs a role in the whole account.");

      app.choose("role_id", "'account_member'");
      app.click("Save");
      app.until("document.getElementById('org_role_id') !== null");
      assertThat(Members.role(app, GROUPS, "writers")).isEqualTo("account_member");
      app.choose("role_id", "'account_admin'");
      app.click("Save");
      app.until(
          "document.querySelector('.items [aria-current]').closest('li').innerText.includes('Admin')");
      assertThat(Members.role(app, GROUPS, "writers")).isEqualTo("account_admin");

      app.click("Give the role");
      app.until(ROLES + " === 1");
      app.choose("org_role_id", "'org_admin'");
      app.click("Give the role");
      app.until("document.querySelector('.api-keys li').innerText.includes('Admin')");
      assertThat(inOrganization(app)).isEqualTo(1);
      app.fits("account-groups");
      app.click("Take away\u2026");
      app.confirm("remove");
      app.until(ROLES + " === 0");
      assertThat(inOrganization(app)).isZero();

      app.click("Remove\u2026");
      app.untilShown(
          "Takes \u201cAdmin\u201d in the whole account away from all who are in \u201cwriters\u201d");
      app.confirm("remove");
      app.until("document.querySelector('.editor') === null");
      assertThat(Members.role(app, GROUPS, "writers")).isNull();
      app.click("writers");
      app.click("Delete\u2026");
      app.confirm("delete");
      app.until(ROWS + " === 1");
      assertThat(Members.all(app, GROUPS).size()).isEqualTo(1);
      app.allWentWell();
    }
  }

  @Test
  void whatIsRefusedIsSaidWhereItWasTried(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(PAGE + "?item=new");
      app.until("document.activeElement.id === 'idp_group_names'");
      app.set("idp_group_names", "x".repeat(257));
      app.click("Register");
      app.until("document.querySelector('.field .bad') !== null");
      assertThat(app.violations("account-groups-wrong")).isEmpty();

      Members.register(app, "writers");
      String human = Members.all(app, "users").get(0).path("user_id").asString();
      Members.join(app, "writers", human);
      app.open(PAGE + "?item=writers");
      app.click("Delete\u2026");
      app.confirm("delete");
      app.until(
          "document.querySelector('dialog[open] .refusal')?.innerText.includes('last sign-in')");
      assertThat(app.violations("account-groups-in-use")).isEmpty();

      app.signIn(Weaker.inAccount(app, "ManageAccountMembership", "ViewAccountMembership"));
      app.open(PAGE + "?item=writers");
      app.until("document.querySelector('#role_id [value=account_admin]') !== null");
      app.choose("role_id", "'account_admin'");
      app.click("Save");
      app.until(
          "document.querySelector('.editor .refusal')?.innerText.includes('permissions that you do not hold yourself')");
      assertThat(Members.role(app, GROUPS, "writers")).isNull();
    }
  }

  @Test
  void whoMayOnlyLookSeesRolesAndChangesNone(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      Members.register(app, "writers");
      Members.give(app, "writers", null, "account_member");
      Members.give(app, "writers", app.server.org(), "org_member");
      app.signIn(Weaker.inAccount(app, "ViewAccountMembership"));
      app.open(PAGE + "?item=writers");
      app.untilShown("Changing it needs ManageAccountMembership.");
      app.until(ROLES + " === 1");
      assertThat(app.value("document.querySelector('main').innerText"))
          .doesNotContain("Register", "Take away", "Remove", "Save", "Give the role");
      assertThat(app.violations("account-groups-look")).isEmpty();
      app.allWentWell();
    }
  }

  private static int inOrganization(AppInBrowser app) throws Exception {
    String path = "/v3/enterprise/organizations/" + app.server.org() + "/members/idp-groups";
    return app.server.api("GET", path, null).path("items").size();
  }
}
