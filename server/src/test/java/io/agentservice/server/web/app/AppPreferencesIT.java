package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody wants of the web app, in a real browser: theme, keys and saved views. */
@Tag("long")
@Timeout(200)
class AppPreferencesIT {
  private static final String GROUND = "getComputedStyle(document.body).backgroundColor";
  private static final String DARK = "rgb(20, 22, 26)";
  private static final String LIGHT = "rgb(253, 253, 252)";

  /** Notes each theme that a document has had, from its beginning on. */
  private static final String NOTING =
      "window.themes = []; new MutationObserver(() => window.themes.push(document.documentElement.dataset.theme))"
          + ".observe(document, {attributes: true, childList: true, subtree: true, attributeFilter: ['data-theme']});";

  @Test
  void aThemeHoldsAtOnceInAllTabsAndFromTheFirstMomentOfEachPage(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.browser.dark(false);
      app.open("/me");
      app.until(GROUND + " === '" + LIGHT + "'");
      app.browser.value("document.querySelector('input[name=theme][value=dark]').click()");
      app.until(GROUND + " === '" + DARK + "'");
      assertThat(app.violations("me-dark")).isEmpty();
      app.browser.dark(false);
      kept(app, "theme", "dark");

      app.browser.call("Page.enable", Map.of());
      app.browser.call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", NOTING));
      app.open("/");
      app.untilShown("No sessions here yet.");
      assertThat(app.value(GROUND)).isEqualTo(DARK);
      assertThat(app.browser.value("window.themes.length").asInt()).isPositive();
      assertThat(app.browser.value("window.themes.every(theme => theme === 'dark')").asBoolean())
          .isTrue();

      app.browser.value(
          "new BroadcastChannel('agent-preferences ' + JSON.parse(document.getElementById('boot').textContent).name)"
              + ".postMessage({notify: [], shortcuts: true, theme: 'light', views: []})");
      app.until(GROUND + " === '" + LIGHT + "'"); // as another tab says it
      app.browser.dark(true);
      app.until("matchMedia('(prefers-color-scheme: dark)').matches");
      assertThat(app.value(GROUND)).isEqualTo(LIGHT);
      app.allWentWell();
    }
  }

  private static void kept(AppInBrowser app, String column, String value) throws Exception {
    long end = System.nanoTime() + 120_000_000_000L;
    while (!value.equals(app.server.value("SELECT " + column + " FROM preference"))) {
      assertThat(System.nanoTime()).as(column + " becomes " + value).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void keysOfOneLetterThatAreOffStayOffOnOtherPages(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/me");
      app.until("document.querySelector('#me-keys') !== null");
      String keys = "document.querySelector('#me-keys + label input')";
      app.browser.value(keys + ".click()");
      kept(app, "shortcuts", "f");
      app.open("/");
      app.untilShown("No sessions here yet.");
      app.browser.press("c");
      app.browser.press("?");
      app.until("document.querySelector('dialog[open]') !== null");
      assertThat(app.value("location.pathname")).isEqualTo("/");
      assertThat(app.violations("keys-off")).isEmpty();

      app.allWentWell();
    }
  }

  @Test
  void viewsAreSavedChosenRenamedAndDeleted(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.create("Mend the cart");
      app.server.create("Upgrade the JDK");
      String list = "/o/" + app.server.org() + "/sessions";
      app.open(list);
      app.until("document.querySelectorAll('.row').length === 2");
      app.click("Views\u2026");
      app.untilShown("Filter the list first");
      assertThat(app.violations("views-none")).isEmpty();
      app.browser.press("Escape");
      app.until("document.querySelector('dialog[open]') === null");

      app.open(list + "?search=cart");
      app.click("Save view\u2026");
      app.until("document.activeElement.id === 'view-name'");
      app.browser.type("Carts");
      app.browser.press("Enter");
      app.until("document.querySelector('.views a[aria-current]')?.innerText === 'Carts'");
      app.until("document.querySelector('dialog[open]') === null");
      assertThat(app.violations("views")).isEmpty();

      app.open(list);
      app.click("Carts");
      app.until("document.querySelectorAll('.row').length === 1");
      assertThat(app.value("location.search")).isEqualTo("?search=cart");

      app.click("Views\u2026");
      app.until("document.querySelector('.changing input') !== null");
      assertThat(app.violations("views-change")).isEmpty();
      app.browser.value("document.querySelector('.changing input').select()");
      app.browser.type("Trolleys");
      app.browser.press("Enter");
      app.until("document.querySelector('.views a')?.innerText === 'Trolleys'");
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("views-narrow")).isEmpty();
      app.browser.value("document.querySelector('[aria-label=\"Delete Trolleys\"]').click()");
      app.until("document.querySelector('.views a') === null");
      app.click("Undo");
      app.until("document.querySelector('.views a')?.innerText === 'Trolleys'");

      // Both at once: neither brings the other's back.
      app.server.sql(
          "INSERT INTO saved_view SELECT principal_id, account_id, org_id, 9, 'Carts', 'tag=one' FROM saved_view");
      app.open(list);
      app.click("Views\u2026");
      app.until("document.querySelectorAll('.changing li').length === 2");
      app.browser.value(
          "document.querySelectorAll('.changing [aria-label^=Delete]').forEach(button => button.click())");
      app.until("document.querySelector('.views a') === null");
      app.open(list);
      app.until("document.querySelector('.views button') !== null");
      assertThat(app.value("String(document.querySelectorAll('.views a').length)")).isEqualTo("0");
      app.allWentWell();
    }
  }

  @Test
  void whatIsRefusedOfAViewIsSaidAtItsName(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/o/" + app.server.org() + "/sessions?tag=one");
      save(app, "The first <b>of</b> many");
      app.until("document.querySelector('.views a') !== null");
      app.server.sql(
          "INSERT INTO saved_view SELECT principal_id, account_id, org_id, 10 + n, 'View ' || n, 'tag=' || n"
              + " FROM saved_view, generate_series(1, 49) AS n");
      app.open("/o/" + app.server.org() + "/sessions?tag=other");
      app.until("document.querySelectorAll('.views a').length === 50");
      save(app, "One more");
      app.untilShown("Input should have at most 50 items");
      assertThat(app.violations("views-refused")).isEmpty();
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("views-many-narrow")).isEmpty();
    }
  }

  private static void save(AppInBrowser app, String name) throws Exception {
    app.click("Save view\u2026");
    app.until("document.activeElement.id === 'view-name'");
    app.browser.type(name);
    app.browser.press("Enter");
  }
}
