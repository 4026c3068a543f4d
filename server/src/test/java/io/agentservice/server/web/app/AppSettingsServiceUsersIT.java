package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.web.pages.Browser;
import io.agentservice.server.web.pages.PageServer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The service users of an organization and their keys, in a real browser. */
@Tag("long")
@Timeout(200)
class AppSettingsServiceUsersIT {
  private static final String TOKEN = "document.getElementById('token')";

  /** What a member may, and to make service users. */
  private static final String[] MAKER = {
    "UseAgentSessions",
    "ViewOrgSessions",
    "ManageOrgSessions",
    "ManageOrgKnowledge",
    "ManageOrgPlaybooks",
    "ManageOrgSecrets",
    "ManageOrgSchedules",
    "UseReviewManual",
    "ManageOrgServiceUsers"
  };

  @Test
  void oneIsMadeWithAKeyThatIsShownOnceAndDeleted(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/o/" + app.server.org() + "/settings");
      app.click("Service users");
      app.until("document.querySelector('.listing') !== null");
      app.click("New service user");
      app.until("document.activeElement.id === 'name'");
      assertThat(app.value("document.getElementById('role_id').innerText"))
          .as("roles that no service user is made with")
          .doesNotContain("Admin");
      app.set("name", "nightly <b>");
      app.click("Create");
      app.until("location.search.startsWith('?item=service-user-')");
      app.until("document.activeElement.id === 'token'");
      String token = app.value(TOKEN + ".value");
      assertThat(status(app, token)).isEqualTo(200);
      assertThat(app.violations("settings-token")).isEmpty();
      app.browser.width(390);
      app.until(AppInBrowser.FITS);
      assertThat(app.violations("settings-token-narrow")).isEmpty();
      app.browser.width(1000);
      copies(app, token);

      String item = app.value("location.pathname + location.search");
      app.click("People");
      app.until("document.querySelector('.items a')?.innerText === 'admin'");
      app.open(item);
      app.until("document.querySelector('.api-keys li') !== null");
      assertThat(app.value("document.documentElement.outerHTML")).doesNotContain(token);
      assertThat(app.value("JSON.stringify({...localStorage, ...sessionStorage})"))
          .doesNotContain(token);

      app.choose("role_id", "'org_admin'");
      app.click("Save");
      app.until("document.querySelector('.items .facts').innerText.includes('Admin')");
      assertThat(users(app).at("/0/role_assignments/0/role/role_id").asString())
          .isEqualTo("org_admin");
      app.click("Delete\u2026");
      app.confirm("delete");
      app.until("document.querySelector('.editor') === null");
      assertThat(status(app, token)).isEqualTo(401);
      app.choose("shown", "'all'");
      app.until("document.querySelector('.items .badge')?.innerText === 'deleted'");
      app.allWentWell();
    }
  }

  @Test
  void oneThatWorksElsewhereTooOnlyLosesItsRoleHere(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String list = list(app); // it is asked with a key that has no role there later on
      app.open(page(app));
      app.until("document.querySelector('.items a')?.innerText === 'admin'");
      app.browser.value("document.querySelector('.items a').click()");
      app.click("Delete\u2026");
      app.untilShown("Where it has roles elsewhere too");
      assertThat(app.violations("settings-service-user-delete")).isEmpty();
      app.confirm("delete");
      app.until("document.querySelector('.editor') === null");
      assertThat(app.server.api("GET", list, null).path("items").size()).isZero();
      assertThat(status(app, PageServer.KEY)).isEqualTo(200);
      app.allWentWell();
    }
  }

  /** The button of the page puts it where the keys of the browser take it from. */
  private static void copies(AppInBrowser app, String token) throws Exception {
    app.browser.value(
        "[...document.querySelectorAll('.token button')].find(e => e.innerText === 'Copy').focus()");
    app.browser.press("Enter"); // no page may do it that nobody has touched
    app.untilShown("Copied");
    app.browser.value("document.getElementById('key_name').focus()");
    app.browser.call(
        "Input.dispatchKeyEvent",
        Map.of("type", "keyDown", "key", "v", "modifiers", 2, "commands", List.of("paste")));
    app.until("document.getElementById('key_name').value === " + Browser.quoted(token));
    app.set("key_name", "");
  }

  @Test
  void aKeyIsMadeAndRevokedAndWhatWasRefusedIsSaid(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String id = make(app, "nightly");
      app.open(page(app) + "?item=" + id);
      app.until("document.querySelector('.api-keys li')?.innerText.includes('default')");
      app.set("key_name", "x".repeat(257));
      app.click("Make a key");
      app.until("document.querySelector('.new-key .field .bad') !== null");
      assertThat(app.violations("settings-key-wrong")).isEmpty();
      app.set("key_name", "second");
      app.choose("expires_at", "''");
      app.click("Make a key");
      app.until("document.querySelectorAll('.api-keys li').length === 2");
      app.until(TOKEN + " !== null");
      String token = app.value(TOKEN + ".value");
      assertThat(status(app, token)).isEqualTo(200);
      assertThat(app.value("document.querySelector('.api-keys').innerText"))
          .contains("without an end");

      revoke(app, "second");
      app.until("document.querySelectorAll('.api-keys .rest').length === 1");
      app.until(TOKEN + " === null");
      assertThat(status(app, token)).isEqualTo(401);
      assertThat(app.violations("settings-keys")).isEmpty();

      String keys = "/v3beta1/enterprise/service-users/" + id + "/api-keys";
      for (var key : app.server.api("GET", keys + "?status=active", null).path("items")) {
        app.server.api("DELETE", keys + "/" + key.path("api_key_id").asString(), null);
      }
      revoke(app, "default");
      app.until(
          "document.querySelector('dialog[open] .refusal')?.innerText.includes('revoked before')");
      assertThat(app.violations("settings-revoked-before")).isEmpty();
    }
  }

  @Test
  void aKeyIsRotatedAndTheOldOneEndsLaterOrAtOnce(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String id = make(app, "nightly");
      String keys = "/v3beta1/enterprise/service-users/" + id + "/api-keys";
      String forever = app.server.api("POST", keys, "{\"name\":\"ci\"}").path("token").asString();
      app.open(page(app) + "?item=" + id);
      rotate(app, "ci");
      assertThat(app.violations("settings-rotate")).isEmpty();
      app.browser.width(390);
      app.until(AppInBrowser.FITS);
      assertThat(app.violations("settings-rotate-narrow")).isEmpty();
      app.browser.width(1000);
      app.choose("grace_seconds", "'3600'");
      app.click("Rotate the key");
      app.until("document.activeElement.id === 'token'");
      app.untilShown("The old key \u201cci\u201d works until");
      assertThat(app.violations("settings-rotated")).isEmpty();
      String next = app.value(TOKEN + ".value");
      assertThat(status(app, forever)).isEqualTo(200);
      assertThat(status(app, next)).isEqualTo(200);
      var old = app.server.api("GET", keys, null).at("/items/1");
      assertThat(old.path("expires_at").asLong())
          .isBetween(Instant.now().getEpochSecond() + 3000, Instant.now().getEpochSecond() + 3600);

      rotate(app, "ci");
      app.choose("grace_seconds", "''");
      app.click("Rotate the key");
      app.untilShown("The old key \u201cci\u201d works no more.");
      assertThat(app.value(TOKEN + ".value")).isNotEqualTo(next);
      assertThat(status(app, next)).isEqualTo(401);
      assertThat(status(app, forever)).isEqualTo(200);
      app.allWentWell();

      for (var key : app.server.api("GET", keys + "?status=active", null).path("items")) {
        app.server.api("DELETE", keys + "/" + key.path("api_key_id").asString(), null);
      }
      rotate(app, "ci");
      app.click("Rotate the key");
      app.until(
          "document.querySelector('dialog[open] .refusal')?.innerText.includes('was revoked or has expired')");
      assertThat(app.violations("settings-rotate-refused")).isEmpty();
    }
  }

  /** The newest of that name, as far as the dialog. */
  private static void rotate(AppInBrowser app, String name) throws Exception {
    String button =
        "document.querySelector('[aria-label=%s]')".formatted(Browser.quoted("Rotate " + name));
    app.until(button + " !== null");
    app.browser.value(button + ".click()");
    app.until("document.getElementById('grace_seconds') !== null");
  }

  private static void revoke(AppInBrowser app, String name) throws Exception {
    String button =
        "document.querySelector('[aria-label=%s]')".formatted(Browser.quoted("Revoke " + name));
    app.until(button + " !== null");
    app.browser.value(button + ".click()");
    app.confirm("revoke");
  }

  @Test
  void whatIsRefusedOfANewOneIsSaid(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      make(app, "nightly");
      app.open(page(app) + "?item=new");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "nightly");
      app.click("Create");
      app.untilShown("A service user of this name is there already");
      assertThat(app.violations("settings-service-user-taken")).isEmpty();
      app.set("name", "x".repeat(257));
      app.click("Create");
      app.until("document.querySelector('.field .bad') !== null");
      assertThat(users(app).size()).as("with that of the first start").isEqualTo(2);
    }
  }

  @Test
  void whoMakesThemInTheOrganizationAloneRunsThoseThatBelongToIt(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.signIn(Weaker.inOrganization(app, MAKER));
      app.open(page(app));
      app.until("document.querySelector('.listing') !== null");
      app.click("New service user");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "nightly");
      app.click("Create");
      app.until(TOKEN + " !== null");
      String token = app.value(TOKEN + ".value");
      assertThat(status(app, token)).isEqualTo(200);
      app.until("document.querySelectorAll('.api-keys li').length === 1");
      app.set("key_name", "second");
      app.click("Make a key");
      app.until("document.querySelectorAll('.api-keys li').length === 2");
      assertThat(app.violations("settings-service-user-own")).isEmpty();

      app.open(app.value("location.pathname + location.search"));
      app.until("document.querySelectorAll('.api-keys li').length === 2");
      app.click("Delete\u2026");
      app.confirm("delete");
      app.until("document.querySelector('.editor') === null");
      assertThat(status(app, token)).isEqualTo(401);
      app.allWentWell();
    }
  }

  @Test
  void nobodyMakesOneThatMayMoreThanHimself(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.signIn(Weaker.inOrganization(app, "ManageOrgServiceUsers"));
      app.open(page(app) + "?item=new");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "nightly");
      app.click("Create");
      app.until("document.querySelector('.editor .refusal') !== null");
      assertThat(app.value("document.querySelector('.editor .refusal').innerText"))
          .contains("permissions that you do not hold yourself");
      assertThat(app.violations("settings-role-exceeds")).isEmpty();
    }
  }

  @Test
  void whoMayOnlyLookIsToldWhatEachPartNeeds(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String id = make(app, "nightly");
      app.signIn(Weaker.inAccount(app, "ViewAccountMembership"));
      app.open(page(app) + "?item=" + id);
      app.untilShown("Changing it needs ManageAccountMembership.");
      app.untilShown("Seeing, making, rotating and revoking its keys needs ManageOrgServiceUsers.");
      assertThat(app.value("document.querySelector('main').innerText"))
          .doesNotContain("New service user", "Delete", "Save");
      assertThat(app.violations("settings-service-users-look")).isEmpty();
      app.allWentWell();
    }
  }

  private static int status(AppInBrowser app, String token) throws Exception {
    return app.server
        .send("GET", "/v3/self", null, "Authorization", "Bearer " + token)
        .statusCode();
  }

  private static String make(AppInBrowser app, String name) throws Exception {
    String path = "/v3beta1/organizations/" + app.server.org() + "/service-users";
    return app.server
        .api(
            "POST",
            path,
            "{\"name\":\"" + name + "\",\"role_id\":\"org_member\",\"ttl_seconds\":600}")
        .at("/service_user/service_user_id")
        .asString();
  }

  private static String page(AppInBrowser app) throws Exception {
    return "/o/" + app.server.org() + "/settings/service-users";
  }

  private static String list(AppInBrowser app) throws Exception {
    return "/v3/enterprise/organizations/" + app.server.org() + "/members/service-users";
  }

  private static JsonNode users(AppInBrowser app) throws Exception {
    return app.server.api("GET", list(app), null).path("items");
  }
}
