package io.agentservice.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a page in {@code docs} that a test writes, between two lines that name it.
 *
 * @param page its file
 * @param name of the part
 * @param test the class that writes it
 */
public record GeneratedPart(String page, String name, Class<?> test) {
  /** Fails when something else stands there; with {@code -DupdateDocs} writes it. */
  public void mustBe(String content) throws IOException {
    var file = Path.of("..", "docs", page);
    String begin =
        "<!-- %s: written by %s, see docs/development.md -->\n"
            .formatted(name, test.getSimpleName());
    String text = Files.readString(file);
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end of " + name + " -->");
    if (System.getProperty("updateDocs") != null) {
      Files.writeString(file, text.substring(0, from) + content + text.substring(to));
      return;
    }
    assertThat(text.substring(from, to))
        .as("docs/%s is stale; docs/development.md says how to write it anew", page)
        .isEqualTo(content);
  }
}
