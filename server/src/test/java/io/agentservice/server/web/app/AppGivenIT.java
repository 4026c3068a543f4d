package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.web.pages.Browser;
import io.agentservice.server.web.pages.Story;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that people and the agent give to each other, on the page of a session. */
@Tag("long")
@Timeout(200)
class AppGivenIT {
  private static final String QUEUED =
      "document.querySelector('.queue')?.innerText.includes('with 1 attachment')";

  @Test
  void aFileComesWithAMessageAndBackWithItAndIsSeenWhereItWasGiven(
      @TempDir Path home, @TempDir Path profile) throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Totals are off");
      app.works(session);
      app.openSession(session);
      app.attach("message-files", "build of May.log", "text/plain", "it failed");
      app.until("document.querySelector('.attached li') !== null");
      app.until("document.querySelector('.attached progress') === null");
      app.browser.press("r");
      app.until("document.activeElement.id === 'message'");
      app.browser.type("look at this");
      app.browser.press("Enter");
      app.until(QUEUED);
      app.until("document.querySelector('.composer .attached') === null");

      app.browser.value(
          "[...document.querySelectorAll('.queue button')].find(b => b.ariaLabel.includes('look at this')).click()");
      app.until("document.getElementById('message').value === 'look at this'");
      app.until(
          "document.querySelector('.composer .attached')?.innerText.includes('build of May.log')");
      app.browser.value("document.getElementById('message').focus()");
      app.browser.press("Enter");
      app.until(QUEUED);

      taken(app, session, "look at this");
      app.until("document.querySelector('.speech .attached a') !== null");
      assertThat(app.value("document.querySelector('.speech .attached').innerText"))
          .contains("build of May.log", "9 B", "https://elsewhere.example.org/x");
      assertThat(app.browser.awaited(content(".speech .attached a")).asString())
          .isEqualTo("it failed");

      shares(app, session);
      app.until("document.querySelector('a.shared') !== null");
      assertThat(app.value("document.querySelector('a.shared').innerText"))
          .isEqualTo("Download build of May.log");
      assertThat(app.browser.awaited(content("a.shared")).asString()).isEqualTo("it failed");
      assertThat(app.violations("given")).isEmpty();
      app.browser.width(390);
      app.until("document.documentElement.scrollWidth <= window.innerWidth");

      app.browser.press("Escape"); // the field is left
      app.browser.press("6");
      app.untilShown("Files that were given");
      assertThat(app.value("document.querySelector('.given').innerText"))
          .contains("build of May.log")
          .contains("by a person");
      assertThat(app.violations("given-details")).isEmpty();
      app.allWentWell();
    }
  }

  /** The agent reads it. */
  private static void taken(AppInBrowser app, SessionId session, String text) throws Exception {
    String message =
        "FROM message WHERE session_id = '%s' AND message = '%s'".formatted(session, text);
    String event = app.server.value("SELECT event_id " + message);
    String file = app.server.value("SELECT attachment_ids[1] " + message);
    app.server.sql("UPDATE message SET delivery = 'delivered' WHERE event_id = '" + event + "'");
    app.server.append(
        session,
        new LoopEvent.UserMessage(
            event,
            text,
            "Ann",
            List.of(new LoopEvent.AttachedFile(file, "attachments/build of May.log", 9)),
            List.of("https://elsewhere.example.org/x")));
  }

  private static void shares(AppInBrowser app, SessionId session) throws Exception {
    String url =
        app.server
            .api("GET", app.server.sessionsPath() + "/" + session + "/attachments", null)
            .at("/items/0/url")
            .asString();
    var call =
        new Part.ToolUse(
            "f1", "share_file", Json.MAPPER.createObjectNode().put("path", "out/build of May.log"));
    var story = new Story(app.server, session);
    story.says("Here it is.", call);
    story.starts(call);
    app.server.append(
        session,
        new LoopEvent.ToolResult(
            "f1",
            List.of(new Part.Text("The user can download it at " + url)),
            false,
            null,
            12,
            0,
            null));
  }

  private static String content(String link) {
    return "fetch(document.querySelector(%s).href).then(a => a.text())"
        .formatted(Browser.quoted(link));
  }
}
