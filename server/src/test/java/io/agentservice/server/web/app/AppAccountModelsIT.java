package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The models of all organizations, in a real browser. */
@Tag("long")
@Timeout(200)
class AppAccountModelsIT {
  private static final String ALL = "/v3/enterprise/registered-models";

  private static JsonNode models(AppInBrowser app) throws Exception {
    return app.server.api("GET", ALL, null).path("items");
  }

  @Test
  void oneIsRegisteredChangedAndDeletedAndItsKeysAreNeverShown(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/account");
      app.click("Models");
      app.untilShown("There is no model yet.");
      assertThat(app.violations("account-models-none")).isEmpty();
      app.click("Register a model");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "of-all");
      app.set("provider_model", "claude-haiku-5-5");
      app.set("keys", "sk-first-of-all\nsk-second-of-all");
      app.click("Register");
      app.until("location.search.startsWith('?item=model-')");
      app.until("document.getElementById('keys').value === ''");
      app.untilShown("2 are kept, encrypted and shown to nobody.");
      assertThat(models(app).at("/0/key_count").asInt()).isEqualTo(2);
      assertThat(app.value("document.documentElement.outerHTML"))
          .doesNotContain("sk-first", "sk-second");
      assertThat(app.value("JSON.stringify({...localStorage, ...sessionStorage})"))
          .doesNotContain("sk-first", "sk-second");

      app.set("input_price", "1.25");
      app.set("output_price", "5");
      app.set("cache_read_price", "0.125");
      app.set("cache_write_price", "2");
      app.click("Save");
      app.until(
          "document.querySelector('.editor [type=submit]:disabled[aria-busy=false]') !== null");
      assertThat(models(app).at("/0/input_price").asDouble()).isEqualTo(1.25);
      assertThat(models(app).at("/0/key_count").asInt()).as("they stay").isEqualTo(2);
      app.set("keys", "sk-the-only-one");
      app.click("Save");
      app.untilShown("One is kept, encrypted and shown to nobody.");
      assertThat(models(app).at("/0/key_count").asInt()).isEqualTo(1);

      app.fits("account-models");
      app.click("Delete\u2026");
      app.confirm("delete");
      app.until("document.querySelector('.editor') === null");
      assertThat(models(app).size()).isZero();
      app.allWentWell();
    }
  }

  @Test
  void whatIsRefusedIsSaidAtItsField(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/account/models?item=new");
      app.until("document.activeElement.id === 'name'");
      app.set("name", "Not a name");
      app.set("provider_model", "claude-haiku-5-5");
      app.set("keys", "sk-same sk-same");
      app.click("Register");
      app.until("document.getElementById('name').closest('.field').querySelector('.bad') !== null");
      app.until("document.getElementById('keys').closest('.field').querySelector('.bad') !== null");
      assertThat(app.violations("account-models-wrong")).isEmpty();
      assertThat(app.value("document.getElementById('keys').value"))
          .as("what was typed stays")
          .contains("sk-same");
    }
  }
}
