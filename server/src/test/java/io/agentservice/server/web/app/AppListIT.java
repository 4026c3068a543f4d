package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The list of sessions in a real browser. */
@Timeout(180)
class AppListIT {
  @Test
  void theListIsLiveFilteredByItsAddressAndLedByKeys(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var asks = app.server.create("Which database <img src=x onerror=alert(1)>");
      var works = app.server.create("Upgrade the JDK");
      app.server.create("Sign the app");
      app.stands(asks, "RUNNING", "WAITING_FOR_USER");
      app.works(works);
      app.open("/");
      app.until("document.querySelectorAll('.row').length === 3");
      app.untilShown("Needs you 1");
      app.untilShown("Asks you");
      app.until("document.title === '(1) Sessions'");
      assertThat(app.violations("list")).isEmpty();

      var late = app.server.create("Came later");
      app.until("document.querySelectorAll('.row').length === 4");
      app.stands(late, "EXIT", "FINISHED");
      app.until(
          "[...document.querySelectorAll('section')].some(s => s.ariaLabel === 'Earlier'"
              + " && s.innerText.includes('Came later'))");

      app.browser.press("j");
      app.browser.press("j");
      app.until(
          "document.activeElement.innerText.includes('Came later') || document.activeElement.classList.contains('title')");
      app.browser.press("e");
      app.until("document.querySelectorAll('.row').length === 3");
      app.click("Undo");
      app.until("document.querySelectorAll('.row').length === 4");

      app.open("/o/" + app.server.org() + "/sessions?tag=nothing");
      app.untilShown("No session matches these filters.");
      app.click("Clear all");
      app.until("document.querySelectorAll('.row').length === 4");
      assertThat(app.browser.value("location.search").asString()).isEmpty();

      app.browser.press("?");
      app.until("document.querySelector('dialog').open");
      assertThat(app.violations("keys")).isEmpty();
      app.browser.press("Escape");

      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("list-narrow")).isEmpty();
      app.allWentWell();
    }
  }
}
