package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.web.pages.Story;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the page of a session costs to load. */
@Timeout(200)
class FirstLoadIT {
  private static final int MOST_BYTES = 150 << 10;
  private static final int MOST_REQUESTS = 5;

  @Test
  void aSessionPageComesInFewRequestsAndBytes(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create("Totals are off by a cent.");
      new Story(app.server, session).whole();
      int before = app.browser.requests().size();
      app.openSession(session);
      app.untilShown("Totals are now rounded half up");
      var made = app.browser.requests();
      assertThat(made.subList(before, made.size()))
          .hasSizeLessThanOrEqualTo(MOST_REQUESTS)
          .filteredOn(address -> address.contains("/timeline"))
          .allMatch(address -> address.contains("watch=true")); // the steps came with the page
      var bytes =
          app.browser.value(
              "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))"
                  + ".reduce((sum, each) => sum + each.transferSize, 0)");
      assertThat(bytes.asInt()).isBetween(10_000, MOST_BYTES);
    }
  }
}
