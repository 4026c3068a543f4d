package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.web.pages.PageServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The service users of the whole account and their keys, in a real browser. */
@Tag("long")
@Timeout(200)
class AppAccountServiceUsersIT {
  private static final String PAGE = "/account/service-users";
  private static final String USERS = "service-users";
  private static final String TOKEN = "document.getElementById('token')";

  @Test
  void oneIsMadeWithAKeyGivenAnotherRoleAndDeleted(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(PAGE);
      app.click("New service user");
      app.until("document.activeElement.id === 'name'");
      app.until("document.querySelector('#role_id [value=account_member]') !== null");
      assertThat(app.violations("account-service-user-new")).isEmpty();
      app.set("name", "nightly <b>");
      app.click("Create");
      app.until("location.search.startsWith('?item=service-user-')");
      app.until("document.activeElement.id === 'token'");
      String token = app.value(TOKEN + ".value");
      String id = app.value("new URLSearchParams(location.search).get('item')");
      assertThat(status(app, token)).isEqualTo(200);
      app.fits("account-service-user-token");

      app.until("document.querySelectorAll('.api-keys li').length === 1");
      app.set("key_name", "second");
      app.click("Make a key");
      app.until("document.querySelectorAll('.api-keys li').length === 2");
      String second = app.value(TOKEN + ".value");
      assertThat(status(app, second)).isEqualTo(200);
      app.browser.value("document.querySelector('[aria-label=\"Revoke second\"]').click()");
      app.confirm("revoke");
      app.until("document.querySelectorAll('.api-keys .rest').length === 1");
      assertThat(status(app, second)).isEqualTo(401);

      app.choose("role_id", "'account_admin'");
      app.click("Save");
      app.until(
          "document.querySelector('.items [aria-current]').closest('li').innerText.includes('Admin')");
      assertThat(Members.role(app, USERS, id)).isEqualTo("account_admin");
      app.click("Delete\u2026");
      app.untilShown("is gone for good then with its roles (Admin)");
      app.confirm("delete");
      app.until("document.querySelector('.editor') === null");
      assertThat(status(app, token)).isEqualTo(401);
      app.choose("shown", "'all'");
      app.until("document.querySelector('.items .badge')?.innerText === 'deleted'");
      app.allWentWell();
    }
  }

  @Test
  void oneOfAnOrganizationIsThereTooAndIsGivenARoleInTheAccount(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String id =
          app.server
              .api(
                  "POST",
                  "/v3beta1/organizations/" + app.server.org() + "/service-users",
                  "{\"name\":\"nightly\",\"role_id\":\"org_member\",\"ttl_seconds\":600}")
              .at("/service_user/service_user_id")
              .asString();
      app.open(PAGE);
      app.click("nightly");
      app.untilShown("Member in Default");
      app.until("document.getElementById('role_id').value === ''");
      app.choose("role_id", "'account_member'");
      app.click("Save");
      app.until("document.querySelector('#role_id [value=\"\"]') === null");
      assertThat(Members.role(app, USERS, id)).isEqualTo("account_member");
      app.allWentWell();
    }
  }

  @Test
  void aNameThatIsTakenAndTheLastAdministratorAreRefused(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(PAGE + "?item=new");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "admin");
      app.click("Create");
      app.until("document.querySelector('.editor .refusal') !== null");
      assertThat(app.violations("account-service-user-taken")).isEmpty();
      app.set("name", "x".repeat(257));
      app.click("Create");
      app.until("document.querySelector('.field .bad') !== null");

      String human = Members.all(app, "users").get(0).path("user_id").asString();
      app.server.api("DELETE", "/v3/enterprise/members/users/" + human, null);
      String admin = Members.all(app, USERS).get(0).path("service_user_id").asString();
      app.open(PAGE + "?item=" + admin);
      app.until("document.getElementById('role_id')?.value === 'account_admin'");
      app.choose("role_id", "'account_member'");
      app.click("Save");
      app.until(
          "document.querySelector('.editor .refusal')?.innerText.includes('last administrator')");
      assertThat(app.violations("account-last-admin")).isEmpty();
      assertThat(status(app, PageServer.KEY)).isEqualTo(200);
    }
  }

  @Test
  void whoMayOnlyLookIsToldWhatEachPartNeeds(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String admin = Members.all(app, USERS).get(0).path("service_user_id").asString();
      app.signIn(Weaker.inAccount(app, "ViewAccountMembership"));
      app.open(PAGE + "?item=" + admin);
      app.untilShown("Changing it needs ManageAccountMembership.");
      app.untilShown(
          "Seeing, making, rotating and revoking its keys needs ManageAccountServiceUsers.");
      assertThat(app.value("document.querySelector('main').innerText"))
          .doesNotContain("New service user", "Delete", "Save");
      app.fits("account-service-users-look");
      app.allWentWell();
    }
  }

  private static int status(AppInBrowser app, String token) throws Exception {
    return app.server
        .send("GET", "/v3/self", null, "Authorization", "Bearer " + token)
        .statusCode();
  }
}
