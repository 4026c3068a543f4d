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
class ReferencePageIT {
  private static final Path PICTURES = Path.of("target", "pages");
  private static final String SELF = "operations-self-getSelf";

  @Test
  void theReferenceShowsTheOperationsAndTriesOneWithAKey(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    var program = Browser.find();
    assumeTrue(program.isPresent(), "Chromium is not installed here: install chromium");
    try (var server = new PageServer(home, Map.of());
        var browser = Browser.start(program.get(), profile)) {
      browser.open(server.app.address() + "/docs#/self/getSelf");
      browser.until("document.querySelectorAll('.opblock-tag').length > 10");
      browser.until("document.querySelector('#" + SELF + " .execute') !== null");
      browser.screenshot(PICTURES.resolve("reference.png"));
      // What is loaded is ours, and no style or script was refused.
      assertThat(
              browser
                  .value(
                      "performance.getEntriesByType('resource')"
                          + ".every(r => r.name.startsWith(location.origin) || r.name.startsWith('data:'))")
                  .asBoolean(false))
          .isTrue();
      browser.value("document.querySelector('.btn.authorize').click()");
      browser.until("document.querySelector('.auth-container input') !== null");
      browser.value(
          "{ const field = document.querySelector('.auth-container input');"
              + "Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, "
              + Browser.quoted(PageServer.KEY)
              + "); field.dispatchEvent(new Event('input', {bubbles: true})) }");
      browser.value("document.querySelector('.auth-container .btn.authorize').click()");
      browser.value("document.querySelector('.btn-done').click()");
      browser.value("document.querySelector('#" + SELF + " .execute').click()");
      browser.until(
          "document.querySelector('#"
              + SELF
              + " .live-responses-table')"
              + "?.innerText.includes('service_user_id')");
    }
  }
}
