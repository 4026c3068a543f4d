package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.web.pages.Browser;
import io.agentservice.server.web.pages.Story;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The field that leads everywhere, in a real browser. */
@Tag("long")
@Timeout(200)
class AppPaletteIT {
  private static final String ACTIVE =
      "document.getElementById(document.querySelector('[role=combobox]')?.getAttribute('aria-activedescendant'))";

  @Test
  void screensViewsAndSessionsAreReachedByTheKeyboardAlone(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var cart = app.server.create("Mend the <b>cart</b>");
      app.server.create("Upgrade the JDK");
      app.open("/");
      app.until("document.querySelectorAll('.row').length === 2");

      open(app);
      assertThat(app.violations("palette")).isEmpty();
      app.browser.type("knowl");
      active(app, "Knowledge");
      app.browser.press("Enter");
      app.until("location.pathname.endsWith('/knowledge')");
      app.until("document.querySelector('dialog[open]') === null");

      open(app);
      app.browser.type("cart");
      active(app, "Mend the <b>cart</b>");
      app.browser.press("Enter");
      app.until("location.pathname === '" + AppInBrowser.page(cart) + "'");

      open(app);
      app.browser.type("s");
      app.until("document.querySelectorAll('[role=option]').length > 2");
      String second = "document.querySelectorAll('[role=option]')[1]";
      app.browser.press("ArrowDown");
      app.until(ACTIVE + " === " + second + " && " + second + ".ariaSelected === 'true'");
      app.browser.press("ArrowUp");
      app.browser.press("ArrowUp");
      app.until(ACTIVE + " === [...document.querySelectorAll('[role=option]')].at(-1)");
      app.browser.press("Escape");
      app.until("document.querySelector('dialog[open]') === null");

      open(app);
      app.browser.type("xyzzy");
      app.untilShown("Nothing of that name.");
      assertThat(app.violations("palette-nothing")).isEmpty();
      app.browser.press("k", "Control");
      app.until("document.querySelector('dialog[open]') === null");
      app.allWentWell();
    }
  }

  private static void open(AppInBrowser app) throws Exception {
    app.browser.press("k", "Control");
    app.until("document.activeElement.role === 'combobox'");
  }

  private static void active(AppInBrowser app, String name) throws Exception {
    app.until(ACTIVE + "?.firstElementChild.innerText === " + Browser.quoted(name));
  }

  @Test
  void whatCanBeDoneToASessionStandsThereAsItStands(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Mend the cart");
      new Story(app.server, session).whole();
      app.works(session);
      app.openSession(session);
      open(app);
      app.browser.type("interrupt");
      active(app, "Interrupt the agent");
      app.browser.press("Escape");
      app.until("document.querySelector('dialog[open]') === null");

      open(app);
      app.browser.type("write");
      active(app, "Write to the agent");
      app.browser.press("Enter");
      app.until("document.activeElement.id === 'message'");

      open(app); // also from a field
      app.browser.type("details");
      active(app, "Details");
      app.browser.press("Enter");
      app.until("document.querySelector('.tabs [aria-current]').innerText === 'Details'");

      app.stands(session, "EXIT", "FINISHED");
      app.until(
          "[...document.querySelectorAll('.session-head button')].every(b => b.innerText !== 'Interrupt')");
      open(app);
      app.browser.type("interrupt");
      app.untilShown("Nothing of that name.");
      app.browser.value("document.querySelector('[role=combobox]').select()");
      app.browser.type("archive");
      active(app, "Archive");
      app.browser.press("Enter");
      app.untilShown("Archived");
      app.allWentWell();
    }
  }

  @Test
  void onAPhoneItIsOpenedByTouchAndKeysOfOneLetterBeingOffIsNoMatter(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.browser.width(390);
      app.open("/o/" + app.server.org() + "/sessions?tag=red");
      app.click("Save view\u2026");
      app.until("document.activeElement.id === 'view-name'");
      app.browser.type("Red ones");
      app.browser.press("Enter");
      app.until("document.querySelector('.views a') !== null");
      app.until("document.querySelector('dialog[open]') === null");
      app.open("/me");
      String keys = "document.querySelector('#me-keys + label input')";
      app.until(keys + " !== null");
      app.browser.value(keys + ".click()");
      app.click("Go to\u2026");
      app.until("document.activeElement.role === 'combobox'");
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("palette-narrow")).isEmpty();
      app.browser.value(
          "[...document.querySelectorAll('[role=option]')].find(e => e.innerText.includes('Red ones')).click()");
      app.until("location.search === '?tag=red'");
      app.until("document.querySelector('dialog[open]') === null");
      open(app);
      app.browser.press("Escape");
      app.allWentWell();
    }
  }
}
