package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Hosts of git repositories, and what an organization reaches there, in a real browser. */
@Tag("long")
@Timeout(200)
class AppSettingsGitIT {
  private static final String TOKEN = "ghp_of_the_test";
  private static final String HOSTS = "/v3/enterprise/git-providers/connections";

  @Test
  void aHostIsAddedAndRepositoriesOfItAllowed(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/o/" + app.server.org() + "/settings");
      app.click("Git");
      app.untilShown("There is no permission yet.");
      app.click("Allow repositories");
      app.untilShown("There is no git host yet");
      assertThat(app.violations("settings-git-no-host")).isEmpty();
      app.click("add one");
      app.until("document.getElementById('token') !== null");
      app.set("host", "127.0.0.1:1");
      app.set("name", "ours");
      app.set("token", TOKEN);
      app.click("Add");
      app.until("location.search.startsWith('?item=git-connection-')");
      assertThat(app.server.api("GET", HOSTS, null).at("/items/0/name").asString())
          .isEqualTo("ours");
      assertThat(app.value("document.documentElement.outerHTML")).doesNotContain(TOKEN);
      app.untilShown("A host can\u2019t be changed");
      assertThat(app.violations("settings-git-host")).isEmpty();
      narrow(app, "settings-git-host-narrow");

      app.click("Git");
      app.click("Allow repositories");
      app.untilShown("The host\u2019s repositories can\u2019t be offered");
      app.choose("covers", "'group_prefix'");
      app.set("path", "acme");
      app.browser.value("document.getElementById('read_only').click()");
      app.click("Allow");
      app.until("location.search.startsWith('?item=git-permission-')");
      assertThat(permissions(app).at("/0/group_prefix").asString()).isEqualTo("acme");
      assertThat(permissions(app).at("/0/read_only").asBoolean()).isTrue();
      app.browser.value("document.getElementById('read_only').click()");
      app.click("Save");
      app.until("document.querySelector('.items .tag') === null");
      assertThat(permissions(app).at("/0/read_only").asBoolean()).isFalse();
      assertThat(app.violations("settings-git")).isEmpty();
      narrow(app, "settings-git-narrow");
    }
  }

  @Test
  void whatIsRefusedIsSaidAndWhatIsUsedIsNotDeleted(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String host = host(app);
      app.open("/o/" + app.server.org() + "/settings/git?item=new");
      app.until("document.getElementById('git_connection_id')?.value === '" + host + "'");
      app.set("path", "shop");
      app.click("Allow");
      app.until("document.getElementById('path').closest('.field').querySelector('.bad') !== null");
      assertThat(app.violations("settings-git-wrong")).isEmpty();
      app.set("path", "acme/shop");
      app.click("Allow");
      app.until("location.search.startsWith('?item=git-permission-')");

      app.open("/o/" + app.server.org() + "/settings/git-hosts?item=" + host);
      app.click("Delete\u2026");
      app.confirm("delete");
      app.untilShown("Git permissions of organizations use the connection");
      assertThat(app.violations("settings-git-host-in-use")).isEmpty();

      app.open("/o/" + app.server.org() + "/settings/git");
      app.click("acme/shop");
      app.click("Remove\u2026");
      app.confirm("remove");
      app.until("document.querySelector('.editor') === null");
      assertThat(permissions(app).isEmpty()).isTrue();
      app.open("/o/" + app.server.org() + "/settings/git-hosts?item=" + host);
      app.click("Delete\u2026");
      app.confirm("delete");
      app.until("document.querySelector('.editor') === null");
      assertThat(app.server.api("GET", HOSTS, null).path("items").isEmpty()).isTrue();
    }
  }

  @Test
  void whoMayNotIsToldWhatItNeeds(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.signIn(Weaker.inOrganization(app, "ManageOrgSettings"));
      for (String tab : new String[] {"git", "git-hosts"}) {
        app.open("/o/" + app.server.org() + "/settings/" + tab);
        app.untilShown("This needs ManageGitIntegrations.");
        assertThat(app.violations("settings-" + tab + "-not-permitted")).isEmpty();
      }
      assertThat(app.value("document.querySelector('nav[aria-label=Settings]').innerText"))
          .doesNotContain("Git");
    }
  }

  private static String host(AppInBrowser app) throws Exception {
    String body =
        "{\"git_provider_type\":\"github_token\",\"host\":\"127.0.0.1:1\",\"token\":\""
            + TOKEN
            + "\"}";
    return app.server.api("POST", HOSTS, body).path("git_connection_id").asString();
  }

  private static void narrow(AppInBrowser app, String shown) throws Exception {
    app.browser.width(390);
    app.until(AppInBrowser.FITS);
    assertThat(app.violations(shown)).isEmpty();
    app.browser.width(1000);
  }

  private static JsonNode permissions(AppInBrowser app) throws Exception {
    String path = "/v3/enterprise/organizations/" + app.server.org() + "/git-providers/permissions";
    return app.server.api("GET", path, null).path("items");
  }
}
