package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
@Timeout(200)
class LivePageIT {
  private static final Path PICTURES = Path.of("target", "pages");

  @Test
  void aRealBrowserSignsInFollowsTheSessionAndWritesToIt(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    var program = Browser.find();
    assumeTrue(program.isPresent(), "Chromium is not installed here: install chromium");
    try (var server = new PageServer(home, Map.of());
        var browser = Browser.start(program.get(), profile)) {
      var session = server.create("Totals are off by a cent. <img src=x onerror=\"hacked = 1\">");
      var story = new Story(server, session);
      story.whole();
      browser.open(server.app.address() + PageServer.page(session));
      assertThat(browser.value("location.pathname").asString()).isEqualTo("/login");
      browser.screenshot(PICTURES.resolve("login.png"));
      browser.value(
          "document.getElementById('key').value = "
              + Browser.quoted(PageServer.KEY)
              + "; document.querySelector('form').requestSubmit()");
      browser.until("document.getElementById('state')?.textContent === 'Live'");
      assertThat(browser.value("location.pathname").asString()).isEqualTo(PageServer.page(session));

      var call = Story.bash("late", "echo late");
      story.says("This came later.", call);
      browser.until("document.getElementById('timeline').innerText.includes('came later')");
      browser.until("document.querySelectorAll('.call.waiting').length === 1");
      story.starts(call);
      browser.until("document.querySelectorAll('.call.running').length === 1");
      story.ends(call, 0, "late output");
      browser.until("document.getElementById('timeline').innerText.includes('late output')");
      assertThat(browser.value("document.querySelectorAll('.call.running').length").asInt())
          .isZero();
      assertThat(browser.value("typeof hacked").asString()).isEqualTo("undefined");

      browser.value(
          "document.getElementById('message').value = 'One more thing';"
              + "document.getElementById('say').requestSubmit()");
      browser.until("document.querySelector('.user em')?.textContent === 'queued'");
      browser.until("document.getElementById('message').value === ''");
      browser.value("piece('writing', '<i>thinking'); piece('writing', ' on')");
      browser.until("document.querySelector('#writing .live')?.textContent === '<i>thinking on'");
      story.says("Thought it over.");
      browser.until("document.getElementById('writing') === null");
      pictures(browser);
      browser.open(server.app.address() + "/plain");
      browser.screenshot(PICTURES.resolve("list.png"));
    }
  }

  /** For people to judge the look by. */
  private static void pictures(Browser browser) throws Exception {
    browser.value("window.scrollTo(0, 0)");
    browser.dark(false);
    browser.screenshot(PICTURES.resolve("session-light.png"));
    browser.dark(true);
    browser.screenshot(PICTURES.resolve("session-dark.png"));
    browser.width(390);
    browser.screenshot(PICTURES.resolve("session-narrow.png"));
    assertThat(
            browser
                .value("document.documentElement.scrollWidth <= window.innerWidth")
                .asBoolean(false))
        .isTrue();
    browser.width(1000);
    browser.dark(false);
  }
}
