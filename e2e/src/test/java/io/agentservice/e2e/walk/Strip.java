package io.agentservice.e2e.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.web.pages.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/** The screens of a walk, one after the other, as pictures of what is in view. */
final class Strip {
  private final Browser browser;
  private final Path directory;
  private int taken;

  Strip(Browser browser, Path directory) throws IOException {
    this.browser = browser;
    this.directory = Files.createDirectories(directory);
  }

  /** None of it reaches beyond the screen's width. */
  void take(String name) throws Exception {
    assertThat(
            browser
                .value(
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth")
                .asInt())
        .as("pixels beyond the width: " + name)
        .isZero();
    var image = browser.call("Page.captureScreenshot", Map.of("format", "png"));
    taken++;
    Files.write(
        directory.resolve("%02d-%s.png".formatted(taken, name)),
        Base64.getDecoder().decode(image.path("data").asString()));
  }
}
