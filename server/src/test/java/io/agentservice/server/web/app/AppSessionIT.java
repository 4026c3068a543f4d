package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.web.pages.Browser;
import io.agentservice.server.web.pages.Story;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a session in a real browser. */
@Tag("long")
@Timeout(200)
class AppSessionIT {
  @Test
  void aPersonFollowsTheWorkAsItGoesOn(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Totals are off by a **cent**.");
      app.works(session);
      var story = new Story(app.server, session);
      story.whole();
      app.open("/");
      app.until("document.querySelectorAll('.row').length === 1");
      app.browser.value("document.querySelector('.row .title').click()");
      app.until("location.pathname === " + Browser.quoted(AppInBrowser.page(session)));
      app.untilShown("Totals are now rounded half up");
      app.untilShown("All 30 lines");

      var call = Story.bash("late", "make check");
      story.says("This came later.", call);
      app.untilShown("This came later.");
      story.starts(call);
      app.until("document.querySelector('.call.running') !== null");
      story.ends(call, 0, "late \u001b[32moutput\u001b[0m");
      app.until("document.querySelector('.call.running') === null");
      app.until(
          "[...document.querySelectorAll('.ansi-green-fg')].some(e => e.innerText === 'output')");
      assertThat(boxOf(app, ".call.failed")).isEqualTo(boxOf(app, ".call.ok"));
      assertThat(app.violations("session")).isEmpty();
      var plain =
          "[...document.querySelectorAll('#more a')].find(a => a.textContent === 'Plain page')";
      assertThat(app.browser.awaited("fetch(%s.href).then(a => a.status)".formatted(plain)).asInt())
          .isEqualTo(200);
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("session-narrow")).isEmpty();
      app.allWentWell();
    }
  }

  @Test
  void aSessionIsForkedFromItsMenuAndTheForkSaysOfWhat(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Totals are off");
      app.works(session);
      new Story(app.server, session).whole();
      app.server.append(session, new LoopEvent.WorkBegun(List.of()));
      app.openSession(session);
      app.click("Fork…");
      app.until("document.activeElement !== document.body");
      app.browser.value("document.querySelector('dialog textarea').focus()");
      app.browser.type("Try it without rounding");
      app.until("document.querySelectorAll('dialog select option').length === 2");
      assertThat(app.violations("fork")).isEmpty();
      app.click("Fork the session");
      app.until("location.pathname !== " + Browser.quoted(AppInBrowser.page(session)));
      app.untilShown("Totals are now rounded half up");
      app.untilShown("Try it without rounding");
      app.until("document.querySelector('dialog[open]') === null");
      app.browser.press("6");
      app.untilShown("Forked from");
      app.allWentWell();
    }
  }

  /** A state changes no more than colours. */
  private static String boxOf(AppInBrowser app, String selector) throws Exception {
    return app.browser
        .value(
            "(style => style.padding + style.borderWidth + style.backgroundColor)(getComputedStyle(document.querySelector('%s')))"
                .formatted(selector))
        .asString();
  }

  @Test
  void messagesAreQueuedTakenBackAndSentByInterruption(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Fix the total");
      app.works(session);
      app.openSession(session);
      app.browser.press("r");
      app.until("document.activeElement.id === 'message'");
      app.browser.type("also the docs");
      app.browser.press("Enter");
      app.until("document.querySelector('.queue')?.innerText.includes('also the docs')");
      app.until("document.getElementById('message').value === ''");
      app.browser.value(
          "[...document.querySelectorAll('.queue button')].find(b => b.ariaLabel.includes('also the docs')).click()");
      app.until("document.getElementById('message').value === 'also the docs'");
      app.until(
          "document.querySelector('.queue') === null || !document.querySelector('.queue').innerText.includes('also')");
      app.browser.value("document.getElementById('message').focus()");
      app.browser.press("Enter", "Control");
      app.until("document.getElementById('message').value === ''");
      var messages =
          app.server.api("GET", app.server.sessionsPath() + "/" + session + "/messages", null);
      assertThat(messages.path("items").toString()).contains("also the docs");
      app.allWentWell();
    }
  }

  @Test
  void aQuestionIsAnswered(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Choose a database");
      app.works(session);
      app.openSession(session);
      app.server.append(session, new LoopEvent.Waiting("Which **database**?", null));
      app.stands(session, "RUNNING", "WAITING_FOR_USER");
      app.server.append(session, new LoopEvent.Nudge("so that the page looks"));
      app.until("document.querySelector('section.asks')?.innerText.includes('Which database?')");
      app.until("document.title.startsWith('(1) ')");
      assertThat(boxOf(app, ".badge.asks")).startsWith("0px0px");
      assertThat(app.violations("question")).isEmpty();
      app.browser.press("r");
      app.browser.type("PostgreSQL");
      app.browser.press("Enter");
      app.until("document.getElementById('message').value === ''");
      var messages =
          app.server.api("GET", app.server.sessionsPath() + "/" + session + "/messages", null);
      assertThat(messages.path("items").toString()).contains("PostgreSQL");
      app.allWentWell();
    }
  }

  @Test
  void anApprovalIsGivenOrRefusedWithAReason(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Clean the history");
      String asked = "event-" + "a".repeat(32);
      app.server.sql(
          """
          INSERT INTO approval (event_id, session_id, call_id, tool, input, rules)
          VALUES ('%s', '%s', 'c', 'bash', jsonb_build_object('command', 'git push --force'), '{git push}')
          """
              .formatted(asked, session));
      app.stands(session, "RUNNING", "WAITING_FOR_APPROVAL");
      app.openSession(session);
      app.until("document.querySelector('.approval')?.innerText.includes('git push --force')");
      assertThat(app.violations("approval")).isEmpty();
      app.browser.value("document.getElementById('reason').focus()");
      app.browser.type("not on this branch");
      app.browser.press("Enter");
      app.until("document.querySelector('.approval') === null");
      var item =
          app.server.api("GET", app.server.sessionsPath() + "/" + session + "/approvals", null);
      assertThat(item.at("/items/0/answer").asString()).isEqualTo("refused");
      assertThat(item.at("/items/0/message").asString()).isEqualTo("not on this branch");
      app.allWentWell();
    }
  }

  @Test
  void theTitleIsChangedAndTheSessionTerminated(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Fix it");
      app.openSession(session);
      app.browser.value("document.querySelector('h1 button').click()");
      app.until("document.activeElement.ariaLabel === 'Title'");
      app.browser.value("document.activeElement.select()");
      app.browser.type("Round half up");
      app.browser.press("Enter");
      app.until("document.querySelector('h1').innerText.startsWith('Round half up')");
      app.click("Terminate\u2026");
      app.until("document.querySelector('dialog[open] input') !== null");
      app.browser.value("document.querySelector('dialog[open] input').focus()");
      app.browser.type("terminate");
      app.click("Terminate the session");
      app.untilShown("This session has ended.");
      app.allWentWell();
    }
  }

  @Test
  void whatIsNotThereIsSaid(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      app.open("/sessions/" + "0".repeat(32));
      app.untilShown("No such session, or you may not see it.");
      assertThat(app.violations("gone")).isEmpty();
    }
  }
}
