package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What belongs to the whole account, in a real browser. */
@Tag("long")
@Timeout(200)
class AppAccountIT {
  private static final String ORGANIZATIONS = "/v3/enterprise/organizations";

  @Test
  void anOrganizationIsMadeLimitedAndDeleted(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/");
      app.click("Account");
      app.untilShown("the whole account");
      app.click("New organization");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "acme <b>");
      app.set("max_cycle_acu_limit", "50");
      app.click("Create");
      app.until("location.search.startsWith('?item=org-')");
      assertThat(items(app, ORGANIZATIONS).at("/0/max_cycle_acu_limit").asInt()).isEqualTo(50);
      app.set("max_cycle_acu_limit", "");
      app.click("Save");
      app.until("!document.querySelector('.items').innerText.includes('ACUs a cycle')");
      app.fits("account-organizations");
      app.allWentWell();
      app.set("name", "Default");
      app.click("Save");
      app.until("document.querySelector('.editor .refusal') !== null");
      app.click("Delete\u2026");
      app.untilShown("What it holds is erased after seven days");
      app.confirm("delete");
      app.until("document.querySelector('.editor') === null");
      assertThat(items(app, ORGANIZATIONS).size()).isEqualTo(1);
    }
  }

  @Test
  void aRoleIsMadeOfPermissionsAndBuiltInOnesAreRead(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/account/roles?item=org_admin");
      app.untilShown("It is built in");
      app.until("document.querySelectorAll('.checks input:checked').length > 5");
      app.click("New role");
      app.until("document.activeElement.id === 'role_name'");
      app.set("role_name", "Reader");
      app.click("Create");
      app.until(
          "document.getElementById('permissions').closest('.field').querySelector('.bad') !== null");
      allow(app, "ViewOrgSessions");
      app.click("Create");
      app.until("document.querySelector('.editor h2')?.innerText === 'Reader'");
      assertThat(role(app).path("permissions").size()).isEqualTo(1);
      allow(app, "UseAgentSessions");
      app.click("Save");
      app.untilShown("2 permissions");
      assertThat(role(app).path("permissions").size()).isEqualTo(2);
      app.fits("account-roles");
    }
  }

  @Test
  void useIsShownByDayAsBarsAndFigures(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/account/consumption");
      app.until("document.querySelector('.bars rect') !== null");
      app.untilShown("0 ACUs");
      app.until("document.querySelectorAll('#cycle option').length > 0");
      app.choose("organization", "document.querySelector('#organization option:last-child').value");
      app.until("document.querySelector('.bars rect') !== null");
      app.fits("account-consumption");
      app.allWentWell();
    }
  }

  @Test
  void theAuditLogIsReadAndNarrowed(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.api("POST", ORGANIZATIONS, "{\"name\":\"acme\"}");
      app.open("/account/audit");
      app.untilShown("create_org");
      app.set("action", "create_org");
      app.browser.value("document.getElementById('action').dispatchEvent(new Event('change'))");
      app.until("document.querySelectorAll('.lines > li').length === 1");
      app.browser.value("document.querySelector('.lines summary').click()");
      app.untilShown("\"audit_log_id\"");
      app.fits("account-audit");
      app.allWentWell();
      app.set("action", "delete_org");
      app.browser.value("document.getElementById('action').dispatchEvent(new Event('change'))");
      app.untilShown("No record is like that.");
    }
  }

  @Test
  void theQueueItsMachinesAndWhatBrokeGuardrails(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/account/queue");
      app.untilShown("Nothing waits");
      app.fits("account-queue");
      app.server.create("Water the plants");
      app.open("/account/queue");
      app.untilShown("1 session for machines");
      app.open("/account/violations");
      app.until("document.querySelector('.records .empty') !== null");
      app.fits("account-violations");
    }
  }

  @Test
  void whoMayNotIsToldWhatItNeedsAndIsNotLedThere(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.signIn(Weaker.inAccount(app, "ManageOrganizations"));
      app.open("/account");
      app.untilShown("Organizations");
      assertThat(app.value("document.querySelector('nav[aria-label=Account]').innerText"))
          .doesNotContain("Audit log");
      app.open("/account/audit");
      app.untilShown("This needs ManageEnterpriseSettings.");
      assertThat(app.violations("account-not-permitted")).isEmpty();
      app.signIn(Weaker.inOrganization(app, "ViewOrgSessions"));
      app.open("/");
      app.until("document.querySelector('nav[aria-label=Main]') !== null");
      assertThat(app.value("document.querySelector('nav[aria-label=Main]').innerText"))
          .doesNotContain("Account");
    }
  }

  private static void allow(AppInBrowser app, String permission) throws Exception {
    app.browser.value(
        "[...document.querySelectorAll('.checks label')].find(e => e.innerText.trim() === '%s').click()"
            .formatted(permission));
  }

  private static JsonNode role(AppInBrowser app) throws Exception {
    return items(app, "/v3/enterprise/roles")
        .valueStream()
        .filter(role -> role.path("role_name").asString().equals("Reader"))
        .findAny()
        .orElseThrow();
  }

  private static JsonNode items(AppInBrowser app, String path) throws Exception {
    return app.server.api("GET", path, null).path("items");
  }
}
