package io.agentservice.server.web.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.web.pages.Browser;
import io.agentservice.server.web.pages.PageServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The documentation as a stranger reads it who has an address and no key. */
@Tag("long")
@Timeout(200)
class GuideIT {
  private static final Path PICTURES = Path.of("target", "pages");

  @Test
  void aStrangerReadsAndSearchesIt(@TempDir Path home, @TempDir Path profile) throws Exception {
    var program = Browser.find();
    assumeTrue(program.isPresent(), "Chromium is not installed here: install chromium");
    try (var server = new PageServer(home, Map.of());
        var browser = Browser.start(program.get(), profile)) {
      browser.listen();
      browser.open(server.app.address() + "/docs/guide");
      browser.until("document.querySelector('h1')?.innerText === 'Documentation'");
      assertThat(browser.violations(PICTURES, "guide")).isEmpty();

      browser.press("/");
      browser.until("document.activeElement.id === 'words'");
      browser.type("stall queue");
      browser.until("document.querySelectorAll('#found a').length > 1");
      assertThat(browser.violations(PICTURES, "guide-search")).isEmpty();
      browser.press("Enter");
      browser.until("document.activeElement.closest('#found') !== null");
      var chosen = browser.value("document.activeElement.getAttribute('href')").asString();
      browser.press("Enter");
      browser.until("(location.pathname + location.hash).endsWith(" + Browser.quoted(chosen) + ")");
      browser.until("document.querySelector('main :target') !== null");

      browser.press("/");
      browser.until("document.activeElement.id === 'words'");
      browser.type("nobodywroteaboutthis");
      browser.until("document.getElementById('found').innerText === 'Nothing was found.'");

      browser.width(390);
      for (String page : List.of("operations", "readme", "adr-0101-guide")) {
        browser.open(server.app.address() + "/docs/guide/" + page + ".html");
        browser.until("document.querySelector('nav [href]') !== null");
        assertThat(browser.violations(PICTURES, "guide-" + page)).isEmpty();
        assertThat(browser.value("document.documentElement.scrollWidth").asInt(0))
            .isLessThanOrEqualTo(390);
      }
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests()).allMatch(address -> address.startsWith(server.app.address()));
    }
  }

  @Test
  void whatIsNotThereIsNotFound(@TempDir Path home) throws Exception {
    try (var server = new PageServer(home, Map.of());
        var client = HttpClient.newHttpClient()) {
      for (String file : List.of("nothing.html", "..%2Fdocs", "sources", "guide.css%00")) {
        var address = URI.create(server.app.address() + "/docs/guide/" + file);
        var answer = client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(file).isBetween(400, 404);
      }
    }
  }
}
