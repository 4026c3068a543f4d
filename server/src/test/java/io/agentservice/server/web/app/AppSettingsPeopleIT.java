package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.LogsErrors;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The people of an organization, in a real browser. */
@Tag("long")
@Timeout(200)
@LogsErrors("request failed")
class AppSettingsPeopleIT {
  private static final String ROLE = "/role_assignments/0/role/role_id";

  @Test
  void aPersonIsInvitedGivenAnotherRoleAndRemoved(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/");
      app.click("Settings");
      app.until("document.querySelector('.items a')?.innerText === 'admin'");
      app.click("Invite a person");
      app.until("document.activeElement.id === 'email'");
      assertThat(app.violations("settings-invite")).isEmpty();
      app.set("email", "ada@example.org");
      app.click("Invite");
      app.until("location.search.startsWith('?item=user-')");
      app.untilShown("Invited; has not signed in yet.");
      assertThat(people(app).get(0).at(ROLE).asString()).isEqualTo("org_member");

      app.choose("role_id", "'org_admin'");
      app.click("Save");
      app.until("document.querySelector('.items .facts').innerText.includes('Admin')");
      assertThat(people(app).get(0).at(ROLE).asString()).isEqualTo("org_admin");
      app.choose("shown", "'invited'");
      app.until("document.querySelectorAll('.items li').length === 1");
      assertThat(app.violations("settings-people")).isEmpty();
      app.browser.width(390);
      app.until(AppInBrowser.FITS);
      assertThat(app.violations("settings-people-narrow")).isEmpty();
      app.browser.width(800);
      app.until(AppInBrowser.FITS);

      app.click("Remove\u2026");
      app.until("document.querySelector('dialog[open] input') !== null");
      assertThat(app.violations("settings-remove")).isEmpty();
      app.confirm("remove");
      app.until("document.querySelector('.editor') === null");
      app.untilShown("No person matches.");
      assertThat(people(app).size()).isEqualTo(1);
      assertThat(app.server.api("GET", "/v3/enterprise/members/users", null).path("items").size())
          .as("the account keeps her")
          .isEqualTo(2);
      app.allWentWell();
    }
  }

  @Test
  void whatIsRefusedOfAnInvitationIsSaidAtItsField(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      invite(app, "ada@example.org");
      app.open(page(app) + "?item=new");
      app.until("document.activeElement.id === 'email'");
      app.set("email", "no address");
      app.click("Invite");
      app.until("document.querySelector('.field .bad') !== null");
      assertThat(app.violations("settings-invite-wrong")).isEmpty();
      app.set("email", "ADA@example.org");
      app.choose("role_id", "'org_admin'");
      app.click("Invite");
      app.untilShown("This person has another role here already");
      app.choose("role_id", "'org_member'");
      app.click("Invite");
      app.until("location.search.startsWith('?item=user-')");
      assertThat(people(app).get(0).at(ROLE).asString()).isEqualTo("org_member");
      assertThat(people(app).size()).isEqualTo(2);
    }
  }

  @Test
  void whoWasRemovedMeanwhileIsSaidToBeGone(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String ada = invite(app, "ada@example.org");
      app.open(page(app) + "?item=" + ada);
      app.until("document.getElementById('role_id') !== null");
      app.server.api("DELETE", "/v3/enterprise/members/users/" + ada, null);
      app.choose("role_id", "'org_admin'");
      app.click("Save");
      app.until("document.querySelector('.editor .refusal')?.innerText.includes('No such user')");
      app.open(page(app) + "?item=" + ada);
      app.untilShown("No such person, or you may not see it.");
      assertThat(app.violations("settings-person-gone")).isEmpty();
    }
  }

  @Test
  void whoIsStrongerThanTheCallerStaysAsHeIs(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String admin = people(app).get(0).path("user_id").asString();
      app.signIn(Weaker.inAccount(app, "ManageAccountMembership"));
      app.open(page(app) + "?item=" + admin);
      app.until("document.getElementById('role_id')?.value === 'org_admin'");
      app.choose("role_id", "'org_member'");
      app.click("Save");
      app.until("document.querySelector('.editor .refusal') !== null");
      assertThat(app.value("document.querySelector('.editor .refusal').innerText"))
          .contains("permissions that you do not hold yourself");
      assertThat(app.violations("settings-stronger")).isEmpty();
      app.click("Remove\u2026");
      app.confirm("remove");
      app.until("document.querySelector('dialog[open] .refusal') !== null");
      assertThat(app.violations("settings-stronger-remove")).isEmpty();
      assertThat(people(app).get(0).at(ROLE).asString()).isEqualTo("org_admin");
    }
  }

  @Test
  void whoMayOnlyLookIsOfferedNoFormAndToldWhatItNeeds(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.signIn(Weaker.inOrganization(app, "ViewOrgMembership"));
      app.open(page(app));
      app.click("admin");
      app.untilShown("Changing it needs ManageOrgMembership.");
      app.until("document.getElementById('role_id').matches(':disabled')");
      assertThat(app.value("document.querySelector('main').innerText"))
          .doesNotContain("Invite", "Add", "Remove", "Save", "Service users");
      assertThat(app.violations("settings-people-look")).isEmpty();
      app.open(page(app) + "?item=new");
      app.untilShown("This needs ManageOrgMembership.");
      assertThat(app.violations("settings-invite-not-permitted")).isEmpty();

      app.signIn(Weaker.inOrganization(app, "ViewOrgSessions"));
      app.open("/o/" + app.server.org() + "/settings");
      app.untilShown("This needs ViewOrgMembership.");
      assertThat(app.value("document.querySelector('.top nav').innerText"))
          .contains("Sessions")
          .doesNotContain("Settings");
      assertThat(app.violations("settings-not-permitted")).isEmpty();
    }
  }

  @Test
  void whoIsThereByAGroupIsShownWithItAndGivenARoleOfHisOwn(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String ada = account(app, "ada@example.org");
      group(app, "writers", ada);
      app.open(page(app));
      app.until("document.querySelectorAll('.items li').length === 2");
      app.choose("shown", "'groups'");
      app.until("document.querySelectorAll('.items li').length === 1");
      app.click("ada@example.org");
      app.untilShown("Member by the group writers of the identity provider.");
      assertThat(app.value("document.querySelector('.editor').innerText")).doesNotContain("Remove");
      app.choose("role_id", "'org_admin'");
      app.click("Save");
      app.click("Remove\u2026");
      app.untilShown("Roles by groups stay.");
      app.confirm("remove");
      app.until("document.querySelector('.editor') === null");
      app.until("document.querySelectorAll('.items li').length === 1");
      assertThat(people(app).size()).isEqualTo(1);
      app.allWentWell();
    }
  }

  @Test
  void itIsReachedAndUsedByTheKeyboardAlone(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/");
      app.untilShown("No sessions here yet.");
      app.browser.press("g");
      app.browser.press("t");
      app.until("location.pathname.endsWith('/settings')");
      app.until("document.querySelector('.items a') !== null");
      app.browser.press("2");
      app.until("location.pathname.endsWith('/settings/service-users')");
      app.browser.press("k", "Control");
      app.until("document.activeElement.role === 'combobox'");
      app.browser.type("settings people");
      app.until("document.querySelectorAll('[role=option]').length === 1");
      app.browser.press("Enter");
      app.until("location.pathname.endsWith('/settings/people')");
      app.until("document.querySelector('dialog[open]') === null");
      app.until("document.querySelector('.items a') !== null");
      app.browser.press("c");
      app.until("document.activeElement.id === 'email'");
      app.browser.type("ada@example.org");
      app.browser.press("s", "Control");
      app.until("location.search.startsWith('?item=user-')");
      assertThat(people(app).size()).isEqualTo(2);
      app.allWentWell();
    }
  }

  @Test
  void idsOfAnIdentityProviderMayLookLikePartsOfAnAddress(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.sql(
          """
          WITH ada AS (
            INSERT INTO human (user_id, account_id, name)
            SELECT 'idp|a&b=c#d+e/f%%41', account_id, 'Ada' FROM account RETURNING user_id
          )
          INSERT INTO role_assignment (principal_id, org_id, role_id)
          SELECT user_id, '%s', 'org_member' FROM ada
          """
              .formatted(app.server.org()));
      app.open(page(app));
      app.click("Ada");
      app.until("document.getElementById('role_id')?.value === 'org_member'");
      app.choose("role_id", "'org_admin'");
      app.click("Save");
      app.until("document.querySelector('.items .facts').innerText.includes('Admin')");
      assertThat(people(app).get(0).at(ROLE).asString()).isEqualTo("org_admin");
      app.allWentWell();
    }
  }

  @Test
  void whatCouldNotBeSentStaysAndIsSentOnceWhenTheServerIsBack(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(page(app) + "?item=new");
      app.until("document.activeElement.id === 'email'");
      app.set("email", "ada@example.org");
      app.offline(true);
      app.click("Invite");
      app.untilShown("The server is out of reach");
      assertThat(app.violations("settings-away")).isEmpty();
      app.offline(false);
      app.click("Invite");
      app.until("location.search.startsWith('?item=user-')");
      assertThat(people(app).size()).isEqualTo(2);
    }
  }

  @Test
  void namesOfStrangersDoNothingButStandThere(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String ada = invite(app, "ada@example.org");
      app.server.sql(
          "UPDATE human SET name = '<img src=https://evil.example/a.png onerror=hacked=1> \u202ereversed "
              + "x".repeat(150)
              + "' WHERE user_id = '"
              + ada
              + "'");
      app.open(page(app) + "?item=" + ada);
      app.until("document.getElementById('role_id') !== null");
      for (int width : new int[] {1000, 390}) {
        app.browser.width(width);
        app.until(AppInBrowser.FITS);
      }
      assertThat(app.value("document.body.innerText")).doesNotContain("\u202e");
      assertThat(app.value("String(document.querySelectorAll('main img').length)")).isEqualTo("0");
      assertThat(app.value("typeof hacked")).isEqualTo("undefined");
      app.allWentWell();
    }
  }

  @Test
  void aListThatCouldNotBeReadIsReadAgain(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/me");
      app.server.sql("ALTER TABLE idp_group RENAME TO idp_group_elsewhere");
      app.click("Settings");
      app.until("document.querySelector('.listing .refusal') !== null");
      assertThat(app.violations("settings-people-refused")).isEmpty();
      app.server.sql("ALTER TABLE idp_group_elsewhere RENAME TO idp_group");
      app.click("Retry");
      app.until("document.querySelector('.items a')?.innerText === 'admin'");
      app.until("document.querySelector('.listing .refusal') === null");
    }
  }

  private static String page(AppInBrowser app) throws Exception {
    return "/o/" + app.server.org() + "/settings/people";
  }

  private static JsonNode people(AppInBrowser app) throws Exception {
    String path = "/v3beta1/organizations/" + app.server.org() + "/members/users";
    return app.server.api("GET", path, null).path("items");
  }

  /** With an ordinary role. */
  private static String invite(AppInBrowser app, String email) throws Exception {
    String id = account(app, email);
    String path = "/v3/enterprise/organizations/" + app.server.org() + "/members/users/" + id;
    app.server.api("POST", path, "{\"role_id\":\"org_member\"}");
    return id;
  }

  /** In the account only. */
  private static String account(AppInBrowser app, String email) throws Exception {
    var body = Map.of("emails", List.of(email), "enterprise_role_id", "account_member");
    return app.server
        .api("POST", "/v3/enterprise/members/users", Json.MAPPER.writeValueAsString(body))
        .at("/0/user_id")
        .asString();
  }

  /** A group of members of the organization. */
  private static void group(AppInBrowser app, String name, String member) throws Exception {
    app.server.api("POST", "/v3/enterprise/idp-groups", "{\"idp_group_names\":[\"" + name + "\"]}");
    String holder = "/members/idp-groups/" + name;
    app.server.api("POST", "/v3/enterprise" + holder, "{\"role_id\":\"account_member\"}");
    app.server.api(
        "POST",
        "/v3/enterprise/organizations/" + app.server.org() + holder,
        "{\"role_id\":\"org_member\"}");
    app.server.sql(
        "INSERT INTO idp_group_member SELECT '%s', group_id FROM idp_group WHERE name = '%s'"
            .formatted(member, name));
  }
}
