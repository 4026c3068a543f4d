package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.web.pages.Browser;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Comments on lines of a session's changes, in a real browser. */
@Tag("long")
@Timeout(200)
class AppCommentsIT {
  private static final String PATCH =
      """
      diff --git a/shop.py b/shop.py
      --- a/shop.py
      +++ b/shop.py
      @@ -8,4 +8,5 @@ def total(xs):
           assert xs
      -    return sum(xs)+1
      +    tax = 1
      +    return sum(xs)
       # <b>end</b>
       pass
      diff --git a/test_shop.py b/test_shop.py
      new file mode 100644
      --- /dev/null
      +++ b/test_shop.py
      @@ -0,0 +1,2 @@
      +def test_total():
      +    assert total([1]) == 1
      """;

  private static final int MOST_ELEMENTS = 3_000;

  @Test
  void commentsOnLinesBecomeOneMessage(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = changed(app, PATCH);
      app.works(session);
      openChanges(app, session);
      comment(app, "Comment on line 9", "Which tax?");
      byKeys(app);
      app.untilShown("Send 2 comments to the agent");
      assertThat(app.violations("comments")).isEmpty();
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.violations("comments-narrow")).isEmpty();
      app.browser.width(1000);

      String key = key(app, session);
      openChanges(app, session);
      app.untilShown("Which tax?");
      app.untilShown("<b>?");
      assertThat(key(app, session)).isEqualTo(key);
      app.click("Send 2 comments to the agent");
      app.untilShown("2 comments sent");
      app.until("document.querySelector('.remark') === null");
      assertThat(app.browser.value("localStorage.length").asInt()).isZero();
      assertThat(lastMessage(app, session))
          .isEqualTo(
              """
              2 comments on your changes:

              `shop.py`, line 9:
              ```diff
              +    tax = 1
              ```
              Which tax?

              `test_shop.py`, lines 1\u20132:
              ```diff
              +def test_total():
              +    assert total([1]) == 1
              ```
              Why only <b>?\
              """);
      app.allWentWell();
    }
  }

  /** The second file's lines, both. */
  private static void byKeys(AppInBrowser app) throws Exception {
    app.browser.value("document.querySelector('.file > summary').focus()");
    app.browser.press("]");
    app.until("document.activeElement.innerText.includes('test_shop.py')");
    app.browser.press("j");
    app.until("document.activeElement.ariaLabel === 'Comment on line 1'");
    app.browser.press("j");
    app.until("document.activeElement.ariaLabel === 'Comment on line 2'");
    app.browser.press("m");
    app.until("document.activeElement.tagName === 'TEXTAREA'");
    app.browser.type("Why only <b>?");
    app.click("+ line above");
    app.untilShown("Comment on lines 1\u20132");
    app.browser.value("document.querySelector('.remark textarea').focus()");
    app.browser.press("Enter", "Control");
    app.until("document.querySelector('.remark textarea') === null");
    app.until("document.activeElement.ariaLabel === 'Comment on line 2'");
  }

  @Test
  void aCommentIsChangedRemovedAndBroughtBack(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = changed(app, PATCH);
      openChanges(app, session);
      comment(app, "Comment on removed line 9", "old");
      app.click("Edit");
      app.until("document.activeElement.tagName === 'TEXTAREA'");
      app.browser.type(" and new");
      app.click("Done");
      app.untilShown("old and new");
      app.click("Remove");
      app.until("document.querySelector('.remark') === null");
      app.click("Undo");
      app.untilShown("old and new");
      press(app, "Comment on line 10");
      app.until("document.activeElement.tagName === 'TEXTAREA'");
      app.browser.press("Escape");
      app.until("document.querySelectorAll('.remark').length === 1");
      app.allWentWell();
    }
  }

  @Test
  void whatIsRefusedStays(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = changed(app, PATCH);
      openChanges(app, session);
      comment(app, "Comment on line 9", "Which tax?");
      app.stands(session, "EXIT", "USER_REQUEST");
      app.click("Send 1 comment to the agent");
      app.until("document.querySelector('.sending .refusal') !== null");
      app.untilShown("Which tax?");
      assertThat(app.violations("comments-refused")).isEmpty();

      openChanges(app, session);
      app.untilShown("This session has ended: nobody reads comments any more");
      assertThat(app.browser.value("document.querySelector('[data-line]') === null").asBoolean())
          .isTrue();
    }
  }

  @Test
  void aCommentOnLinesThatAreOthersByNowIsShownApart(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = changed(app, PATCH);
      openChanges(app, session);
      comment(app, "Comment on line 9", "Which tax?");
      app.server.sql("DELETE FROM session_attachment");
      attach(app, session, PATCH.replace("tax = 1", "tax = 2"));
      openChanges(app, session);
      app.untilShown("On lines that have changed since");
      app.untilShown("Which tax?");
      assertThat(app.violations("comments-strays")).isEmpty();
      app.click("Send 1 comment to the agent");
      app.untilShown("1 comment sent");
      assertThat(lastMessage(app, session)).contains("`shop.py`, line 9:", "+    tax = 1");
      app.allWentWell();
    }
  }

  @Test
  void aLongChangeHoldsFewElementsWhereverTheReaderIs(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      String patch =
          IntStream.range(0, 8).mapToObj(i -> longFile(i, 480)).collect(Collectors.joining());
      var session = changed(app, patch);
      openChanges(app, session);
      int most = 0;
      boolean ended = false;
      for (int i = 0; i < 200 && !ended; i++) {
        app.browser.value("window.scrollBy(0, 1000)");
        app.browser.awaited(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
        most = Math.max(most, app.browser.value("document.querySelectorAll('*').length").asInt());
        ended =
            app.browser
                .value("scrollY + innerHeight >= document.documentElement.scrollHeight - 2")
                .asBoolean();
      }
      assertThat(ended).isTrue();
      app.untilShown("line 480 of 7");
      assertThat(most).isBetween(500, MOST_ELEMENTS);
      app.allWentWell();
    }
  }

  private static String longFile(int number, int lines) {
    String name = "file" + number;
    return "diff --git a/%s b/%s\nnew file mode 100644\n--- /dev/null\n+++ b/%s\n@@ -0,0 +1,%d @@\n"
            .formatted(name, name, name, lines)
        + IntStream.rangeClosed(1, lines)
            .mapToObj(line -> "+line " + line + " of " + number + "\n")
            .collect(Collectors.joining());
  }

  private static SessionId changed(AppInBrowser app, String patch) throws Exception {
    var session = app.server.create("Mend the total");
    app.open("/");
    app.until("document.getElementById('boot') !== null");
    attach(app, session, patch);
    return session;
  }

  /** As the agent does when its task ends. */
  private static void attach(AppInBrowser app, SessionId session, String patch) throws Exception {
    var made =
        app.browser.awaited(
            """
            (() => {
              const form = new FormData();
              form.append('file', new File([%s], 'changes.patch', {type: 'text/x-diff'}));
              const headers = {'X-CSRF-Token': JSON.parse(document.getElementById('boot').textContent).csrf};
              return fetch(%s, {method: 'POST', headers, body: form}).then(made => made.json());
            })()\
            """
                .formatted(
                    Browser.quoted(patch),
                    Browser.quoted("/v3/organizations/" + app.server.org() + "/attachments")));
    String id = made.path("attachment_id").asString();
    app.server.append(session, new LoopEvent.WorkBegun(List.of()));
    app.server.append(
        session,
        new LoopEvent.WorkChanged(
            ".", null, "1".repeat(40), 1, 1, 0, patch.length(), id, "x", List.of()));
  }

  private static void openChanges(AppInBrowser app, SessionId session) throws Exception {
    app.openSession(session);
    app.browser.press("2");
    app.until("document.querySelector('.changes .file') !== null");
    app.until("document.querySelector('.lines .chunk > *') !== null");
  }

  private static void press(AppInBrowser app, String label) throws Exception {
    app.browser.value(
        "document.querySelector('button[aria-label=%s]').click()".formatted(Browser.quoted(label)));
  }

  private static void comment(AppInBrowser app, String label, String text) throws Exception {
    press(app, label);
    app.until("document.activeElement.tagName === 'TEXTAREA'");
    app.browser.type(text);
    app.click("Done");
    app.until("document.querySelector('.remark textarea') === null");
    app.untilShown(text);
  }

  private static String key(AppInBrowser app, SessionId session) throws Exception {
    return app.browser
        .value("JSON.parse(localStorage.getItem('comments %s')).key".formatted(session))
        .asString();
  }

  private static String lastMessage(AppInBrowser app, SessionId session) throws Exception {
    var messages =
        app.server.api("GET", app.server.sessionsPath() + "/" + session + "/messages", null);
    return messages.path("items").valueStream().toList().getLast().path("message").asString();
  }
}
