package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The list of sessions in a real browser. */
@Tag("long")
@Timeout(200)
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
      app.until("document.querySelector('dialog[open]') !== null");
      assertThat(app.violations("keys")).isEmpty();
      app.browser.press("Escape");

      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("list-narrow")).isEmpty();
      app.allWentWell();
    }
  }

  @Test
  void sessionsAreSearchedAndManyAreChangedAtOnce(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.create("Mend the cart's total");
      app.server.create("Upgrade the JDK");
      app.server.create("Cart: <b>colours</b>");
      app.open("/");
      app.until("document.querySelectorAll('.row').length === 3");

      app.browser.press("/");
      app.until("document.activeElement.id === 'search'");
      app.browser.type("cart");
      app.until("document.querySelectorAll('.row').length === 2");
      assertThat(app.browser.value("location.search").asString()).isEqualTo("?search=cart");
      app.browser.value("document.activeElement.blur()");

      app.browser.press("j");
      app.browser.press("x");
      app.browser.press("j");
      app.browser.press("X", "Shift");
      app.untilShown("2 selected");
      assertThat(app.violations("list-selected")).isEmpty();

      app.click("Tag…");
      app.until("document.querySelector('dialog[open] input') !== null");
      app.browser.value("document.querySelector('dialog[open] input').focus()");
      app.browser.type("shop, urgent");
      assertThat(app.violations("list-tags")).isEmpty();
      app.click("Add");
      app.until("document.querySelectorAll('.row .tag').length === 4");
      app.untilShown("2 sessions tagged");

      app.browser.press("j");
      app.browser.press("x");
      app.untilShown("1 selected");
      app.browser.press("e");
      app.until("document.querySelectorAll('.row').length === 1");
      app.click("Undo");
      app.until("document.querySelectorAll('.row').length === 2");
      app.allWentWell();
    }
  }

  @Test
  void whatIsRefusedOfOneIsSaidAtItsRow(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var full = app.server.create("Has all the tags that it may have");
      app.server.create("Has none");
      app.server.sql(
          "UPDATE session SET tags = array(SELECT 't' || n FROM generate_series(1, 50) AS n) WHERE session_id = '%s'"
              .formatted(full));
      app.open("/");
      app.until("document.querySelectorAll('.row').length === 2");
      app.browser.value("document.querySelectorAll('.row .choose').forEach(box => box.click())");
      app.click("Tag…");
      app.until("document.querySelector('dialog[open] input') !== null");
      app.browser.value("document.querySelector('dialog[open] input').focus()");
      app.browser.type("one more");
      app.click("Add");
      app.untilShown("A session has at most 50 tags");
      app.untilShown("1 selected");
      assertThat(app.violations("list-refused")).isEmpty();
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("list-refused-narrow")).isEmpty();

      app.click("Terminate…");
      app.until("document.querySelector('dialog[open] .danger').disabled");
      app.browser.value("document.querySelector('dialog[open] input').focus()");
      app.browser.type("terminate");
      app.click("Terminate them");
      app.untilShown("1 session terminated");
      app.untilShown("Ended");
      app.allWentWell();
    }
  }
}
