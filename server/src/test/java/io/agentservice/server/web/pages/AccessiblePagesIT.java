package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What axe finds on each page, in the light theme and in the dark one. */
@Tag("long")
@Timeout(200)
class AccessiblePagesIT {
  private static final Path PICTURES = Path.of("target", "pages");

  @Test
  void axeFindsNothingOnTheReference(@TempDir Path home, @TempDir Path profile) throws Exception {
    try (var server = new PageServer(home, Map.of());
        var browser = Browser.start(program(), profile)) {
      browser.open(server.app.address() + "/docs#/sessions/createSession");
      browser.until("document.querySelectorAll('.opblock-tag').length > 10");
      browser.until("document.querySelector('.opblock.is-open .execute') !== null");
      browser.until("document.getElementById('servers')?.getAttribute('aria-label') === 'Server'");
      assertThat(violations(browser, "reference")).isEmpty();
    }
  }

  @Test
  void axeFindsNothingOnSignInListAndSession(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var server = new PageServer(home, Map.of());
        var browser = Browser.start(program(), profile)) {
      var session = server.create("Totals are off by a cent.");
      var story = new Story(server, session);
      story.whole();
      var wide = Story.bash("wide", "cat wide.txt");
      story.says("A line that is wider than the page, and more of them than fit.", wide);
      story.starts(wide);
      story.ends(wide, 0, ("wide ".repeat(100) + "\n").repeat(60));
      browser.open(server.app.address() + PageServer.page(session));
      assertThat(violations(browser, "sign-in")).isEmpty();
      browser.value(
          "document.getElementById('key').value = "
              + Browser.quoted(PageServer.KEY)
              + "; document.querySelector('form').requestSubmit()");
      browser.until("document.getElementById('state')?.textContent === 'Live'");
      browser.value("document.querySelectorAll('details').forEach(d => { d.open = true })");
      assertThat(violations(browser, "session")).isEmpty();
      browser.open(server.app.address() + "/plain");
      assertThat(violations(browser, "list")).isEmpty();
    }
  }

  private static Path program() {
    var program = Browser.find();
    assumeTrue(program.isPresent(), "Chromium is not installed here: install chromium");
    return program.get();
  }

  /** Theme, rule and element of each. */
  private static List<String> violations(Browser browser, String page) throws Exception {
    try (var script =
        Objects.requireNonNull(AccessiblePagesIT.class.getResourceAsStream("/axe.min.js"))) {
      browser.value(new String(script.readAllBytes(), StandardCharsets.UTF_8) + "; 0");
    }
    var found = new ArrayList<String>();
    for (boolean dark : List.of(false, true)) {
      browser.dark(dark);
      browser.until(
          "matchMedia('(prefers-color-scheme: dark)').matches === %s".formatted(dark)
              + " && ['%s', null].includes(document.getElementById('reference')"
                  .formatted(dark ? "dark-mode" : "")
              + " ? document.documentElement.className : null)");
      var result =
          browser.awaited(
              """
              axe.run().then(found => ({
                looked: found.passes.length,
                violations: found.violations.flatMap(rule =>
                    rule.nodes.map(node => rule.id + ' ' + node.target.join(' ') + ' ' + node.failureSummary))
              }))
              """);
      browser.screenshot(PICTURES.resolve(page + (dark ? "-dark.png" : "-light.png")));
      assertThat(result.path("looked").asInt(0)).isGreaterThan(10);
      result
          .path("violations")
          .forEach(one -> found.add((dark ? "dark " : "light ") + one.asString()));
    }
    return found;
  }
}
