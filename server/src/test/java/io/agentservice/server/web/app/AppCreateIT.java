package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Giving work in a real browser. */
@Tag("long")
@Timeout(200)
class AppCreateIT {
  @Test
  void aSessionIsStartedWithAllThatItTakes(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String organization = "/v3/organizations/" + app.server.org();
      app.server.api(
          "POST",
          organization + "/playbooks",
          Json.MAPPER.writeValueAsString(
              Map.of("title", "Mend the build", "body", "Read the log.", "macro", "!mend")));
      app.server.api(
          "POST",
          organization + "/secrets",
          "{\"key\":\"TOKEN\",\"value\":\"v\",\"type\":\"key-value\"}");
      app.open("/");
      app.untilShown("No sessions here yet.");
      app.browser.press("c");
      app.until("location.pathname.endsWith('/new')");
      app.until("document.getElementById('prompt') !== null");
      app.untilShown("default: local, 0 workers");
      app.untilShown("agent worker start --outpost=local");

      fill(app);
      app.click("As a command");
      app.untilShown("--max-acus 5");
      app.click("Secrets (all)");
      app.until("document.querySelector('.some input') !== null");
      app.browser.value("document.querySelector('.some input').click()");
      app.untilShown("Secrets (0 of 1)");
      assertThat(app.violations("new")).isEmpty();
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("new-narrow")).isEmpty();
      app.browser.width(1000);

      app.browser.value("document.getElementById('prompt').focus()");
      app.browser.press("Enter", "Control");
      app.until("location.pathname.startsWith('/sessions/')");
      var made = app.server.api("GET", app.server.sessionsPath(), null).at("/items/0");
      assertThat(made.path("title").asString()).isEqualTo("The total");
      assertThat(made.path("tags").toString()).isEqualTo("[\"build\",\"shop\"]");
      assertThat(made.path("origin").asString()).isEqualTo("webapp");
      assertThat(app.server.value("SELECT repos::text FROM session")).contains("acme/shop@main");
      assertThat(app.server.value("SELECT max_acu_limit FROM session")).startsWith("5");
      assertThat(app.server.value("SELECT cardinality(attachment_ids) FROM message"))
          .isEqualTo("1");
      app.until("document.querySelector('.session h1')?.innerText.startsWith('The total')");

      app.open("/o/" + app.server.org() + "/new?from=" + made.path("session_id").asString());
      app.until("document.getElementById('title')?.value === 'The total'");
      app.until("document.getElementById('prompt').value.startsWith('Mend the total')");
      app.allWentWell();
    }
  }

  @Test
  void whatIsWrongIsSaidAtItsFieldAndNothingIsLost(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/o/" + app.server.org() + "/new?prompt=Do+it&repo=acme/shop");
      app.until("document.getElementById('prompt')?.value === 'Do it'");
      assertThat(app.browser.value("document.getElementById('repo').value").asString())
          .isEqualTo("acme/shop");
      app.click("Approvals, structured output, links");
      app.set("schema", "{nonsense");
      app.click("Start");
      app.untilShown("The schema is no JSON");
      app.set("schema", "");
      app.set("links", "nonsense");
      app.click("Start");
      app.until("[...document.querySelectorAll('.field .bad')].length === 1");
      assertThat(app.browser.value("document.getElementById('prompt').value").asString())
          .isEqualTo("Do it");
      assertThat(app.violations("new-wrong")).isEmpty();
    }
  }

  private static void fill(AppInBrowser app) throws Exception {
    app.browser.value("document.getElementById('prompt').focus()");
    app.browser.type("Mend the total, see the log");
    app.click("!mend");
    app.until("document.getElementById('prompt').value.endsWith('!mend ')");
    app.attach("files", "build.log", "text/plain", "it failed");
    app.until("document.querySelector('.attached li') !== null");
    app.until("document.querySelector('.attached progress') === null");
    app.set("repo", "acme/shop");
    app.set("branch", "main");
    app.set("budget", "5");
    app.set("tags", "build, shop");
    app.set("title", "The total");
    app.choose("platform", "'local'");
  }
}
