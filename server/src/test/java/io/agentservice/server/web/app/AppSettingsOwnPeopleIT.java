package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The people of an organization, changed by who administers it alone, in a real browser. */
@Tag("long")
@Timeout(200)
class AppSettingsOwnPeopleIT {
  private static final String ROLE = "/role_assignments/0/role/role_id";
  private static final String REFUSAL = "document.querySelector('.editor .refusal')";

  @Test
  void somebodyOfTheAccountIsAddedGivenAnotherRoleAndRemoved(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String ada = account(app, "ada@example.org");
      app.signIn(Weaker.administrator(app));
      app.open(page(app));
      app.until("document.querySelector('.items a')?.innerText === 'admin'");
      app.click("Add a person");
      app.until("document.activeElement.id === 'email'");
      app.untilShown("Inviting others needs ManageAccountMembership.");
      assertThat(app.value("document.querySelector('main').innerText"))
          .doesNotContain("Role in the whole account", "Invite a person");
      assertThat(app.violations("settings-add")).isEmpty();
      app.browser.width(390);
      app.until(AppInBrowser.FITS);
      assertThat(app.violations("settings-add-narrow")).isEmpty();
      app.set("email", "ADA@example.org");
      app.click("Add");
      app.until("location.search === '?item=" + ada + "'");
      assertThat(people(app).get(0).at(ROLE).asString()).isEqualTo("org_member");
      app.browser.width(1000);

      app.choose("role_id", "'org_admin'");
      app.click("Save");
      app.until("document.querySelector('.items .facts').innerText.includes('Admin')");
      assertThat(people(app).get(0).at(ROLE).asString()).isEqualTo("org_admin");
      app.click("Remove\u2026");
      app.untilShown("The person stays in the account.");
      app.confirm("remove");
      app.until("document.querySelector('.editor') === null");
      assertThat(people(app).size()).isEqualTo(1);
      app.allWentWell();
    }
  }

  @Test
  void aRoleThatTheAccountHasMadeForOrganizationsIsGiven(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String ada = account(app, "ada@example.org");
      app.server.api("POST", path(app) + "/" + ada, "{\"role_id\":\"org_member\"}");
      String reader = role(app, "Reader", "org", "ViewOrgSessions");
      role(app, "Clerk", "enterprise", "ManageBilling");
      app.signIn(Weaker.administrator(app));
      app.open(page(app) + "?item=" + ada);
      app.until("[...document.getElementById('role_id')?.options ?? []].length === 3");
      assertThat(app.value("document.getElementById('role_id').innerText"))
          .contains("Reader")
          .doesNotContain("Clerk");
      app.choose("role_id", "'" + reader + "'");
      app.click("Save");
      app.until("document.querySelector('.items .facts').innerText.includes('Reader')");
      assertThat(people(app).get(0).at(ROLE).asString()).isEqualTo(reader);
      app.allWentWell();
    }
  }

  private static String role(AppInBrowser app, String name, String type, String permission)
      throws Exception {
    var body =
        "{\"role_name\":\"%s\",\"role_type\":\"%s\",\"permissions\":[\"%s\"]}"
            .formatted(name, type, permission);
    return app.server.api("POST", "/v3/enterprise/roles", body).path("role_id").asString();
  }

  @Test
  void anAddressOfNobodyAndAPersonWithAnotherRoleAreSaidAtTheField(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String ada = account(app, "ada@example.org");
      app.server.api("POST", path(app) + "/" + ada, "{\"role_id\":\"org_member\"}");
      app.signIn(Weaker.administrator(app));
      app.open(page(app) + "?item=new");
      app.until("document.activeElement.id === 'email'");
      app.set("email", "nobody@example.org");
      app.click("Add");
      app.until(
          "document.querySelector('.field .bad')?.innerText.includes('Nobody in the account')");
      assertThat(app.violations("settings-add-nobody")).isEmpty();
      app.set("email", "ada@example.org");
      app.choose("role_id", "'org_admin'");
      app.click("Add");
      app.untilShown("This person has another role here already");
      assertThat(app.violations("settings-add-there")).isEmpty();
      assertThat(people(app).get(0).at(ROLE).asString()).isEqualTo("org_member");
      assertThat(people(app).size()).isEqualTo(2);
    }
  }

  @Test
  void whoMayDoMoreInTheAccountStaysAsHeIs(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String admin = people(app).get(0).path("user_id").asString();
      app.signIn(Weaker.administrator(app));
      app.open(page(app) + "?item=" + admin);
      app.until("document.getElementById('role_id')?.value === 'org_admin'");
      app.choose("role_id", "'org_member'");
      app.click("Save");
      app.until(REFUSAL + " !== null");
      assertThat(app.value(REFUSAL + ".innerText"))
          .contains("permissions that you do not hold yourself");
      assertThat(app.violations("settings-own-stronger")).isEmpty();
      app.click("Remove\u2026");
      app.confirm("remove");
      app.until("document.querySelector('dialog[open] .refusal') !== null");
      assertThat(app.violations("settings-own-stronger-remove")).isEmpty();
      assertThat(people(app).get(0).at(ROLE).asString()).isEqualTo("org_admin");
    }
  }

  @Test
  void whoWasTakenOutOfTheAccountMeanwhileIsSaidToBeGone(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String ada = account(app, "ada@example.org");
      app.server.api("POST", path(app) + "/" + ada, "{\"role_id\":\"org_member\"}");
      app.signIn(Weaker.administrator(app));
      app.open(page(app) + "?item=" + ada);
      app.until("document.getElementById('role_id')?.value === 'org_member'");
      app.server.api("DELETE", "/v3/enterprise/members/users/" + ada, null);
      app.choose("role_id", "'org_admin'");
      app.click("Save");
      app.until(REFUSAL + "?.innerText.includes('No such user')");
      assertThat(app.violations("settings-own-gone")).isEmpty();
    }
  }

  private static String page(AppInBrowser app) throws Exception {
    return "/o/" + app.server.org() + "/settings/people";
  }

  private static String path(AppInBrowser app) throws Exception {
    return "/v3beta1/organizations/" + app.server.org() + "/members/users";
  }

  private static JsonNode people(AppInBrowser app) throws Exception {
    return app.server.api("GET", path(app), null).path("items");
  }

  /** Somebody of the account, without a role in the organization. */
  private static String account(AppInBrowser app, String email) throws Exception {
    var body = Map.of("emails", List.of(email), "enterprise_role_id", "account_member");
    return app.server
        .api("POST", "/v3/enterprise/members/users", Json.MAPPER.writeValueAsString(body))
        .at("/0/user_id")
        .asString();
  }
}
