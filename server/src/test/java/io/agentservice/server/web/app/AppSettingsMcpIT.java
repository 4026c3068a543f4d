package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The MCP servers of an organization, in a real browser. */
@Tag("long")
@Timeout(200)
class AppSettingsMcpIT {
  @Test
  void oneIsAddedChangedSwitchedOffAndDeleted(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      secret(app, "TRACKER_TOKEN");
      app.open("/o/" + app.server.org() + "/settings");
      app.click("MCP servers");
      app.untilShown("There is no MCP server yet.");
      app.click("Add an MCP server");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "tracker");
      app.untilShown("mcp__tracker__tool");
      app.set("url", "https://mcp.example.com/mcp");
      app.set("headers", "Authorization=Bearer TRACKER_TOKEN");
      assertThat(app.violations("settings-mcp-new")).isEmpty();
      app.click("Add");
      app.until("location.search.startsWith('?item=mcp-')");
      assertThat(servers(app).at("/0/headers/0/prefix").asString()).isEqualTo("Bearer ");
      assertThat(servers(app).at("/0/headers/0/secret").asString()).isEqualTo("TRACKER_TOKEN");

      app.set("headers", "");
      app.set("client_id", "agents");
      app.until("document.getElementById('client_secret') !== null");
      app.set("client_secret", "TRACKER_TOKEN");
      app.set("scope", "read");
      app.click("Save");
      app.until("document.querySelector('.items .facts').innerText.includes('by OAuth')");
      assertThat(servers(app).at("/0/oauth/client_secret").asString()).isEqualTo("TRACKER_TOKEN");
      app.set("allowed_tools", "search\nread");
      app.browser.value("document.getElementById('is_enabled').click()");
      app.click("Save");
      app.until("document.querySelector('.items .facts').innerText.includes('2 tools')");
      assertThat(servers(app).at("/0/is_enabled").asBoolean()).isFalse();
      assertThat(servers(app).at("/0/oauth/scope").asString()).isEqualTo("read");
      assertThat(app.violations("settings-mcp")).isEmpty();
      app.browser.width(390);
      app.until(AppInBrowser.FITS);
      assertThat(app.violations("settings-mcp-narrow")).isEmpty();
      app.browser.width(1000);
      app.click("Delete\u2026");
      app.confirm("delete");
      app.until("document.querySelector('.editor') === null");
      assertThat(servers(app).isEmpty()).isTrue();
      app.allWentWell();
    }
  }

  @Test
  void oneThatRunsOnTheMachineHasAProgramAndWhatIsRefusedIsSaidAtItsField(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      secret(app, "NPM_TOKEN");
      app.open("/o/" + app.server.org() + "/settings/mcp?item=new");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "files");
      app.set("headers", "no header");
      app.click("Add");
      app.untilShown("is not a name, = and the key of a secret");
      app.choose("transport", "'stdio'");
      app.click("Add");
      app.until(
          "document.getElementById('command').closest('.field').querySelector('.bad') !== null");
      assertThat(app.violations("settings-mcp-wrong")).isEmpty();
      app.set("command", "npx");
      app.set("args", "-y\n@modelcontextprotocol/server-filesystem\n.");
      app.set("environment", "NPM_TOKEN");
      app.click("Add");
      app.until("location.search.startsWith('?item=mcp-')");
      var kept = servers(app).path(0);
      assertThat(kept.path("args").valueStream().map(JsonNode::asString))
          .containsExactly("-y", "@modelcontextprotocol/server-filesystem", ".");
      assertThat(kept.at("/environment/0").asString()).isEqualTo("NPM_TOKEN");
      assertThat(kept.path("headers").isEmpty()).isTrue();
    }
  }

  @Test
  void whoMayOnlyUseThemSeesThem(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.api(
          "POST",
          "/v3/organizations/" + app.server.org() + "/mcp-servers",
          "{\"name\":\"tracker\",\"transport\":\"http\",\"url\":\"https://mcp.example.com/mcp\"}");
      app.signIn(Weaker.inOrganization(app, "UseAgentSessions"));
      app.open("/o/" + app.server.org() + "/settings/mcp");
      app.click("tracker");
      app.untilShown("Changing it needs ManageOrgSettings.");
      assertThat(app.value("document.querySelector('main').innerText"))
          .doesNotContain("Delete", "Save", "Add an MCP server");
      assertThat(app.violations("settings-mcp-look")).isEmpty();
      app.allWentWell();
    }
  }

  private static void secret(AppInBrowser app, String key) throws Exception {
    app.server.api(
        "POST",
        "/v3/organizations/" + app.server.org() + "/secrets",
        "{\"key\":\"" + key + "\",\"value\":\"v\"}");
  }

  private static JsonNode servers(AppInBrowser app) throws Exception {
    String path = "/v3/organizations/" + app.server.org() + "/mcp-servers";
    return app.server.api("GET", path, null).path("items");
  }
}
