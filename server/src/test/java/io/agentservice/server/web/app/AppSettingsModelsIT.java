package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The models of an organization, in a real browser. */
@Tag("long")
@Timeout(200)
class AppSettingsModelsIT {
  private static final String KEY = "sk-of-the-test";

  @Test
  void oneIsRegisteredWithAKeyThatIsNeverShownChangedAndDeleted(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/o/" + app.server.org() + "/settings");
      app.click("Models");
      app.untilShown("There is no model yet.");
      assertThat(app.violations("settings-models-none")).isEmpty();
      app.click("Register a model");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "fast");
      app.set("provider_model", "claude-haiku-5-5");
      app.set("key_secret", "MODEL_KEY");
      app.set("key", KEY);
      app.click("Register");
      app.until("location.search.startsWith('?item=model-')");
      app.until("document.getElementById('key').value === ''");
      assertThat(items(app, "registered-models").at("/0/key_secret").asString())
          .isEqualTo("MODEL_KEY");
      assertThat(items(app, "secrets").at("/0/key").asString()).isEqualTo("MODEL_KEY");
      assertThat(app.value("document.documentElement.outerHTML")).doesNotContain(KEY);
      assertThat(app.value("JSON.stringify({...localStorage, ...sessionStorage})"))
          .doesNotContain(KEY);

      app.server.api(
          "POST",
          "/v3/organizations/" + app.server.org() + "/secrets",
          "{\"key\":\"OTHER_KEY\",\"value\":\"v\"}");
      app.set("key_secrets", "OTHER_KEY");
      app.click("Save");
      app.until("document.querySelector('.items .facts').innerText.includes('2 keys')");
      assertThat(items(app, "registered-models").at("/0/key_secrets").toString())
          .isEqualTo("[\"MODEL_KEY\",\"OTHER_KEY\"]");
      register(app, "slow");
      app.set("fallback", "slow");
      app.set("input_price", "1.25");
      app.set("output_price", "5");
      app.set("cache_read_price", "0.125");
      app.set("cache_write_price", "2");
      app.click("Save");
      app.until(
          "document.querySelector('.items .facts').innerText.includes('else registered:slow')");
      var kept = items(app, "registered-models").get(1);
      assertThat(kept.path("input_price").asDouble()).isEqualTo(1.25);
      assertThat(kept.path("fallback").asString()).isEqualTo("registered:slow");
      assertThat(app.violations("settings-model")).isEmpty();
      app.browser.width(390);
      app.until(AppInBrowser.FITS);
      assertThat(app.violations("settings-model-narrow")).isEmpty();
      app.browser.width(1000);
      app.click("Delete\u2026");
      app.confirm("delete");
      app.until("document.querySelector('.editor') === null");
      assertThat(items(app, "registered-models").size()).isEqualTo(1);
      app.allWentWell();
    }
  }

  @Test
  void oneIsTheDefaultAndNoOtherAnyMore(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      register(app, "first");
      register(app, "second");
      app.open(page(app));
      for (String name : new String[] {"first", "second"}) {
        app.click(name);
        app.until("document.getElementById('name')?.value === '" + name + "'");
        app.browser.value("document.getElementById('is_default').click()");
        app.click("Save");
        app.until("document.querySelector('.items li:has([aria-current]) .tag') !== null");
      }
      app.until("document.querySelectorAll('.items .tag').length === 1");
      app.allWentWell();
    }
  }

  @Test
  void whatIsRefusedIsSaidAtItsFieldAndAKeyThatWasKeptIsNotKeptTwice(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.api(
          "POST",
          "/v3/organizations/" + app.server.org() + "/secrets",
          "{\"key\":\"TAKEN\",\"value\":\"v\"}");
      app.open(page(app) + "?item=new");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "Not a name");
      app.set("provider_model", "claude-haiku-5-5");
      app.set("input_price", "much");
      app.set("key_secret", "TAKEN");
      app.set("key", KEY);
      app.click("Register");
      app.untilShown("A number is needed");
      app.set("input_price", "");
      app.click("Register");
      app.untilShown("A secret of this name is kept already");
      assertThat(app.violations("settings-model-wrong")).isEmpty();
      app.set("key_secret", "MODEL_KEY");
      app.click("Register");
      app.until("document.getElementById('name').closest('.field').querySelector('.bad') !== null");
      app.set("name", "fast");
      app.click("Register");
      app.until("location.search.startsWith('?item=model-')");
      assertThat(items(app, "secrets").size()).isEqualTo(2);
    }
  }

  @Test
  void whoMayOnlyUseThemSeesThem(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      register(app, "fast");
      app.signIn(Weaker.inOrganization(app, "UseAgentSessions"));
      app.open("/o/" + app.server.org() + "/settings");
      app.click("fast");
      app.untilShown("Changing it needs ManageOrgSettings.");
      assertThat(app.value("document.querySelector('main').innerText"))
          .doesNotContain("Register", "Delete", "Save");
      assertThat(app.violations("settings-models-look")).isEmpty();
      app.allWentWell();
    }
  }

  /** On a server of the organization's own, which wants no key. */
  private static void register(AppInBrowser app, String name) throws Exception {
    app.server.api(
        "POST",
        "/v3/organizations/" + app.server.org() + "/registered-models",
        """
        {"name": "%s", "provider": "openai", "provider_model": "qwen3:8b",
         "base_url": "https://models.example.com/v1", "context_tokens": 32000, "output_tokens": 8000}\
        """
            .formatted(name));
  }

  private static String page(AppInBrowser app) throws Exception {
    return "/o/" + app.server.org() + "/settings/models";
  }

  private static JsonNode items(AppInBrowser app, String list) throws Exception {
    String path = "/v3/organizations/" + app.server.org() + "/" + list;
    return app.server.api("GET", path, null).path("items");
  }
}
