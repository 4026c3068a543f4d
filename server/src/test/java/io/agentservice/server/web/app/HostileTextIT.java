package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.web.pages.Story;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Texts of strangers do nothing but stand there. */
@Tag("long")
@Timeout(200)
class HostileTextIT {
  private static final String HOSTILE =
      """
      <img src=https://evil.example/a.png onerror="hacked = 1"> <script>hacked = 1</script>
      ![cat](https://evil.example/b.png?secret) [click](javascript:hacked=1)
      <svg onload=hacked=1> <a href="javascript:hacked=1">x</a> <style>body{display:none}</style>
      \u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\ \u001b]0;title\u0007 \u202ereversed \u200bhidden
      """;

  @Test
  void nothingIsFetchedRunOrLaidOutBadly(@TempDir Path home, @TempDir Path profile)
      throws Exception {
    try (var app = new AppInBrowser(home, profile)) {
      var session = app.server.create(HOSTILE);
      app.works(session);
      var story = new Story(app.server, session);
      story.connects();
      var call = Story.bash("c1", "echo '" + HOSTILE + "'");
      story.says(HOSTILE, call);
      story.starts(call);
      story.ends(call, 1, HOSTILE + "x".repeat(1 << 20));
      var edit =
          Story.edit(
              "c2", "<b>" + "long/".repeat(60) + "name", HOSTILE, HOSTILE + "y".repeat(100_000));
      story.says("z".repeat(1 << 20), edit);
      story.starts(edit);
      story.succeeds(edit);
      story.finishes(HOSTILE);
      app.server.sql(
          "UPDATE session SET title = $x$"
              + HOSTILE.replace("\n", " ")
              + "$x$ WHERE session_id = '"
              + session
              + "'");
      app.openSession(session);
      app.untilShown("image: cat");
      app.until("[...document.querySelectorAll('.feed article')].length > 3");
      assertThat(app.browser.value("typeof hacked").asString()).isEqualTo("undefined");
      assertThat(
              app.browser
                  .value(
                      "document.querySelectorAll('main img, main script, main style, main svg').length")
                  .asInt())
          .isZero();
      assertThat(app.browser.value("document.body.innerText.includes('\u202e')").asBoolean(true))
          .isFalse();
      for (int width : new int[] {1200, 390}) {
        app.browser.width(width);
        app.until("document.documentElement.scrollWidth <= window.innerWidth");
      }
      app.open("/");
      app.until("document.querySelectorAll('.row').length === 1");
      app.until("document.documentElement.scrollWidth <= window.innerWidth");
      assertThat(app.browser.value("typeof hacked").asString()).isEqualTo("undefined");
      app.allWentWell();
    }
  }
}
