package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.web.pages.Browser;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Limits and rules of an organization, in a real browser. */
@Tag("long")
@Timeout(200)
class AppSettingsLimitsIT {
  @Test
  void eachIsChangedByItself(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/o/" + app.server.org() + "/settings");
      app.click("Limits and rules");
      app.until("document.querySelectorAll('.limits form').length === 8");
      assertThat(app.violations("settings-limits")).isEmpty();
      app.browser.width(390);
      app.until(AppInBrowser.FITS);
      assertThat(app.violations("settings-limits-narrow")).isEmpty();
      app.browser.width(1000);

      app.choose("platform", "'linux'");
      save(app, "Where sessions go");
      assertThat(get(app, "/v3beta1", "/default-platform").path("platform").asString())
          .isEqualTo("linux");
      app.until("document.querySelectorAll('#platform option').length === 5");
      app.choose("platform", "document.querySelector('#platform option:last-child').value");
      save(app, "Where sessions go");
      assertThat(get(app, "/v3beta1", "/default-platform").path("outpost_pool_name").asString())
          .isEqualTo("local");

      app.choose("mode", "'risky'");
      app.set("commands", "terraform apply\n\n helm upgrade ");
      save(app, "Approvals");
      var policy = get(app, "/v3", "/approval-policy");
      assertThat(policy.path("mode").asString()).isEqualTo("risky");
      assertThat(policy.path("commands").valueStream().map(JsonNode::asString))
          .containsExactly("terraform apply", "helm upgrade");

      app.set("max_session_acu_limit", "20");
      app.set("max_cycle_acu_limit", "0");
      save(app, "ACUs");
      assertThat(get(app, "/v3/enterprise", "").path("max_session_acu_limit").asInt())
          .isEqualTo(20);
      assertThat(get(app, "/v3/enterprise", "").path("max_cycle_acu_limit").asInt()).isZero();
      app.set("max_cycle_acu_limit", "");
      save(app, "ACUs");
      assertThat(get(app, "/v3/enterprise", "").path("max_cycle_acu_limit").isNull()).isTrue();

      app.set("tags", "red\nblue");
      app.set("tag", "green");
      press(app, "Tags of sessions");
      app.untilShown("It is none of those above.");
      assertThat(get(app, "/v3/enterprise", "/tags").path("tags").size()).isZero();
      app.set("tag", "blue");
      save(app, "Tags of sessions");
      assertThat(get(app, "/v3/enterprise", "/tags").path("tags").size()).isEqualTo(2);
      assertThat(get(app, "/v3/enterprise", "/tags/default").path("default_tag").asString())
          .isEqualTo("blue");
      app.allWentWell();
    }
  }

  @Test
  void whatCanLoseSomethingIsAskedAboutFirst(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(page(app));
      app.until("document.getElementById('session_days') !== null");
      app.set("session_days", "30");
      press(app, "How long ended sessions are kept");
      app.untilShown("are erased within minutes");
      assertThat(app.violations("settings-retention")).isEmpty();
      assertThat(get(app, "/v3/enterprise", "/retention").path("source").asString())
          .isEqualTo("installation");
      app.confirm("change");
      app.untilShown("Said for this organization.");
      assertThat(get(app, "/v3/enterprise", "/retention").path("session_days").asInt())
          .isEqualTo(30);
      app.click("As for all organizations");
      app.untilShown("kept as long as those of all organizations");
      assertThat(get(app, "/v3/enterprise", "/retention").path("source").asString())
          .isEqualTo("organization");
      app.confirm("change");
      app.until("document.getElementById('session_days').value === '0'");
      assertThat(get(app, "/v3/enterprise", "/retention").path("source").asString())
          .isEqualTo("installation");

      app.set("ip_ranges", "10.1.2.3/8");
      press(app, "Addresses that callers come from, in the whole account");
      app.untilShown("see that your own address is among them");
      assertThat(app.violations("settings-addresses")).isEmpty();
      app.confirm("change");
      app.until("document.getElementById('ip_ranges').value === '10.0.0.0/8'");
      app.allWentWell();
    }
  }

  @Test
  void whatSessionsReachAndWhoMayUseTheirMachines(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(page(app));
      app.until("document.getElementById('allow') !== null");
      app.choose("reaches", "'listed'");
      app.set("allow", "*.corp.example\n10.20.0.0/16\nfd00::/8");
      save(app, "What sessions reach by the network");
      var policy = get(app, "/v3/enterprise", "/network-policy");
      assertThat(policy.path("enabled").asBoolean()).isTrue();
      assertThat(policy.path("allow").at("/0/hostname").asString()).isEqualTo("*.corp.example");
      assertThat(policy.path("allow").at("/1/ipv4").asString()).isEqualTo("10.20.0.0/16");
      assertThat(policy.path("allow").at("/2/ipv6").asString()).isEqualTo("fd00::/8");
      app.set("allow", "10.20.0.0/99");
      press(app, "What sessions reach by the network");
      app.until(
          "document.getElementById('allow').closest('.field').querySelector('.bad') !== null");
      assertThat(app.violations("settings-network-wrong")).isEmpty();
      app.set("allow", "");
      app.click("As for all organizations");
      app.confirm("change");
      app.until("document.getElementById('reaches').value === 'everything'");
      assertThat(get(app, "/v3/enterprise", "/network-policy").path("source").asString())
          .isEqualTo("installation");

      app.browser.value("document.getElementById('access').click()");
      save(app, "People on the machines of sessions");
      assertThat(get(app, "/v3", "/machine-access").path("enabled").asBoolean()).isFalse();
    }
  }

  @Test
  void whatOthersHaveChangedMeanwhileIsNotReplacedUnseen(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(page(app));
      app.until("document.getElementById('tags') !== null");
      app.server.sql(
          "INSERT INTO organization_tag SELECT org_id, 'theirs' FROM organization WHERE org_id = '%s'"
              .formatted(app.server.org()));
      app.set("tags", "mine");
      press(app, "Tags of sessions");
      app.untilShown("Somebody else has changed this");
      assertThat(get(app, "/v3/enterprise", "/tags").path("tags").path(0).asString())
          .isEqualTo("theirs");
      save(app, "Tags of sessions");
      assertThat(get(app, "/v3/enterprise", "/tags").path("tags").path(0).asString())
          .isEqualTo("mine");
    }
  }

  @Test
  void whatIsRefusedIsSaidAtItsFieldAndLeavingAsks(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open(page(app));
      app.until("document.querySelectorAll('.limits form').length === 8");
      app.set("max_session_acu_limit", "0");
      press(app, "ACUs");
      app.until(
          "document.getElementById('max_session_acu_limit').closest('.field').querySelector('.bad') !== null");
      app.set("session_days", "many");
      press(app, "How long ended sessions are kept");
      app.untilShown("A number is needed");
      assertThat(app.violations("settings-limits-wrong")).isEmpty();
      app.click("People");
      app.untilShown("Leave without saving?");
      app.click("Leave without saving");
      app.until("location.pathname.endsWith('/settings/people')");
    }
  }

  @Test
  void whoLooksAfterTheOrganizationOnlyIsToldWhatTheRestNeeds(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.signIn(Weaker.inOrganization(app, "ManageOrgSettings"));
      app.open(page(app));
      app.until("document.querySelectorAll('.limits form').length === 3");
      app.untilShown("This needs ManageOrganizations.");
      app.untilShown("This needs ManageEnterpriseSettings.");
      app.choose("mode", "'always'");
      save(app, "Approvals");
      assertThat(get(app, "/v3", "/approval-policy").path("mode").asString()).isEqualTo("always");
      assertThat(app.violations("settings-limits-organization")).isEmpty();
      app.allWentWell();

      app.signIn(Weaker.inOrganization(app, "UseAgentSessions"));
      app.open(page(app));
      app.untilShown("This needs ManageOrgSettings.");
      assertThat(app.violations("settings-limits-not-permitted")).isEmpty();
    }
  }

  private static String button(String title) {
    return "document.querySelector('[aria-label=%s]')".formatted(Browser.quoted("Save: " + title));
  }

  private static void press(AppInBrowser app, String title) throws Exception {
    app.until(button(title) + "?.disabled === false");
    app.browser.value(button(title) + ".click()");
  }

  private static void save(AppInBrowser app, String title) throws Exception {
    press(app, title);
    app.until("(button => button.disabled && button.ariaBusy === 'false')(" + button(title) + ")");
  }

  private static String page(AppInBrowser app) throws Exception {
    return "/o/" + app.server.org() + "/settings/limits";
  }

  private static JsonNode get(AppInBrowser app, String api, String rest) throws Exception {
    return app.server.api("GET", api + "/organizations/" + app.server.org() + rest, null);
  }
}
