package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where sessions run, in a real browser. */
@Tag("long")
@Timeout(200)
class AppFleetIT {
  @Test
  void outpostsSayWhatWaitsAndHowToAddAWorker(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.create("Wait for a worker");
      app.server.sql("UPDATE queue_entry SET created_at = now() - interval '5 min'");
      app.server.api(
          "POST", "/opbeta/outposts/outposts", "{\"name\": \"mac\", \"platform\": \"macos\"}");
      app.open("/");
      app.click("Fleet");
      app.untilShown("agent worker start --outpost=local");
      app.until("document.querySelectorAll('.fleet tbody tr').length === 2");
      String local = app.value("document.querySelector('.fleet tbody tr').innerText");
      assertThat(local).startsWith("local").contains("none", "1", "5 min");
      app.choose("outpost", "'mac'");
      app.untilShown("agent worker start --outpost=mac");
      app.untilShown("None was heard of in the last day.");
      assertThat(app.violations("fleet")).isEmpty();
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("fleet-narrow")).isEmpty();
      app.server.sql("DELETE FROM queue_entry");
      app.until("document.querySelector('.fleet tbody tr').innerText.includes('5 min') === false");
      app.allWentWell();
    }
  }

  @Test
  void withoutAnOutpostItSaysHowToMakeOne(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.sql("UPDATE outpost SET deleted_at = now()");
      app.open("/o/" + app.server.org() + "/fleet");
      app.untilShown("agent worker outpost create local");
      assertThat(app.violations("fleet-empty")).isEmpty();
      app.allWentWell();
    }
  }
}
