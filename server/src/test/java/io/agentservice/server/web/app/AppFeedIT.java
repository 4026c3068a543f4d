package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The feed of the web app in a real browser: lists, titles and notifications follow it. */
@Tag("long")
@Timeout(200)
class AppFeedIT {
  /** A desktop that lets itself be told, and keeps what it was told. */
  private static final String DESKTOP =
      "window.told = []; window.Notification = class { static permission = 'granted';"
          + " constructor(title, how) { window.told.push(title + ': ' + how.body); } };";

  @Test
  void oneTabHoldsTheFeedForAllAndRowsFollowItWithoutAsking(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.server.create("There before");
      app.open("/");
      app.until("document.querySelectorAll('.row').length === 1");
      app.browser.call(
          "Target.createTarget",
          Map.of("url", app.server.app.address() + "/me", "background", true));
      holders(app, 1, 1);

      app.open("/plain"); // the other tab holds it now
      app.open("/");
      holders(app, 1, 1);
      int asked = app.browser.requests().size();
      var told = app.server.create("Told by the other tab");
      app.until("document.querySelectorAll('.row').length === 2");
      app.stands(told, "RUNNING", "WAITING_FOR_USER");
      app.untilShown("Asks you");
      app.until("document.title === '(1) Sessions'");
      assertThat(app.browser.requests()).hasSize(asked);
      app.allWentWell();
    }
  }

  private static void holders(AppInBrowser app, int held, int pending) throws Exception {
    long end = System.nanoTime() + 120_000_000_000L;
    while (true) {
      var found =
          app.browser.awaited(
              "navigator.locks.query().then(all => ({held: all.held.filter(l => l.name.startsWith('agent-live')).length,"
                  + " pending: all.pending.filter(l => l.name.startsWith('agent-live')).length}))");
      if (found.path("held").asInt(0) == held && found.path("pending").asInt(0) == pending) {
        return;
      }
      assertThat(System.nanoTime()).as("held and pending: " + found).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void theDesktopTellsOfWhatIsNotBeforeTheReader(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var seen = app.server.create("Before the reader");
      var other = app.server.create("Elsewhere");
      app.browser.call("Page.enable", Map.of());
      app.browser.call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", DESKTOP));
      app.open("/me");
      app.untilShown("Tell me on the desktop when a session");
      assertThat(app.violations("me")).isEmpty();
      app.browser.width(390);
      assertThat(app.violations("me-narrow")).isEmpty();
      app.until("document.documentElement.scrollWidth <= window.innerWidth");

      app.openSession(seen);
      app.stands(seen, "RUNNING", "WAITING_FOR_USER");
      app.until("document.title === '(1) Before the reader'");
      app.stands(other, "RUNNING", "WAITING_FOR_APPROVAL");
      app.until("document.title === '(2) Before the reader'");
      app.until("window.told.length > 0");
      assertThat(app.browser.value("window.told.join()").asString())
          .isEqualTo("Elsewhere: Waits for approval");
      app.allWentWell();
    }
  }
}
