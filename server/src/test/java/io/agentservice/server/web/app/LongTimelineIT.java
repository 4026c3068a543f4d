package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session of 10,000 events is as light as a short one. */
@Tag("long")
@Timeout(200)
class LongTimelineIT {
  private static final int EVENTS = 10_000;

  private static final int MOST_ELEMENTS = 3_000;

  @Test
  void thePageHoldsFewElementsWhereverTheReaderIs(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Go on and on");
      fill(app, session);
      app.openSession(session);
      app.untilShown("said " + EVENTS);
      assertThat(elements(app)).isLessThan(MOST_ELEMENTS);
      int most = 0;
      for (int i = 0; i < 2000 && !isAtTheStart(app); i++) {
        app.browser.value("window.scrollBy(0, -4000)");
        app.browser.awaited(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
        most = Math.max(most, elements(app));
      }
      assertThat(isAtTheStart(app)).isTrue();
      assertThat(most).isBetween(500, MOST_ELEMENTS);
      app.until("document.querySelector('.latest') !== null");
      app.browser.press("G");
      app.untilShown("said " + EVENTS);
      assertThat(elements(app)).isLessThan(MOST_ELEMENTS);
      app.allWentWell();
    }
  }

  private static boolean isAtTheStart(AppInBrowser app) throws Exception {
    return app.browser.value("document.body.innerText.includes('said 1\\n')").asBoolean(false);
  }

  private static int elements(AppInBrowser app) throws Exception {
    return app.browser.value("document.querySelectorAll('*').length").asInt();
  }

  private static void fill(AppInBrowser app, SessionId session) throws Exception {
    app.server.sql(
        """
        INSERT INTO event (session_id, seq, epoch, type, data)
        SELECT session_id, last_seq + n, epoch, 'agent_message', jsonb_build_object('call_id', 'c' || n, 'text', 'said ' || n)
          FROM session, generate_series(1, %d) n WHERE session_id = '%s'
        """
            .formatted(EVENTS, session));
    app.server.sql(
        "UPDATE session SET last_seq = last_seq + %d WHERE session_id = '%s'"
            .formatted(EVENTS, session));
  }
}
