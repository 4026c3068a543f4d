package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.Messages;
import io.agentservice.server.base.auth.Principal.Kind;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.wire.frames.ToServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(200)
class SessionPageIT {
  @TempDir static Path home;
  private static PageServer server;
  private static String cookie;

  @BeforeAll
  static void start() throws Exception {
    server = new PageServer(home, Map.of());
    cookie = server.signIn(PageServer.KEY);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void thePageIsAtTheSessionsAddress() throws Exception {
    var session = server.create("Rename a variable");
    String url =
        server.api("GET", server.sessionsPath() + "/" + session, null).path("url").asString();
    assertThat(url).isEqualTo(server.app.baseUrl() + "/sessions/" + session.hex());
    var page = server.get(PageServer.page(session), cookie);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
    assertThat(page.body()).contains("<h1>Rename a variable</h1>");
  }

  @Test
  void markupInAPromptIsShownAndDoesNothing() throws Exception {
    var session = server.create("<script>alert(1)</script> \"'><img src=x onerror=alert(2)>");
    var page = server.get(PageServer.page(session), cookie).body();
    assertThat(page)
        .contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;&#39;&gt;&lt;img")
        .doesNotContain("<script>alert")
        .doesNotContain("<img src=x");
  }

  @Test
  void thePageTellsTheWholeWorkWithoutAScript() throws Exception {
    var session = server.create("Fix the failing test");
    new Story(server, session).whole();
    var page = server.get(PageServer.page(session), cookie).body();
    assertThat(page)
        .contains("Machine connected: linux, in /home/agent/shop")
        .contains("then at how totals are rounded.")
        .contains("mvn -q test 2&gt;&amp;1 | tail -40")
        .contains("exit 1 · 2.3 s")
        .contains("<summary>All 30 lines</summary>")
        .contains("<del>-    return sum.setScale(2, RoundingMode.DOWN);</del>")
        .contains("<ins>+    return sum.setScale(2, RoundingMode.HALF_UP);</ins>")
        .contains("<li class=\"doing\">Fix the rounding</li>")
        .contains("10,262 + 180 tokens · 3.4 s · $0.021")
        .contains("all 214 tests pass.")
        .doesNotContain("[exit code")
        .doesNotContain("class=\"outcome\">running");
  }

  @Test
  void stepsAfterTheLongestPromptAreShownAndTheWholePromptIsOneClickAway() throws Exception {
    String prompt = "Mend it. " + "\"".repeat((1 << 20) - 9); // six times as long when escaped
    var session = server.create(prompt);
    String id = server.value("SELECT event_id FROM message WHERE session_id = '" + session + "'");
    server.append(session, Messages.plain(id, prompt, null));
    new Story(server, session).whole();
    String page = server.get(PageServer.page(session), cookie).body();
    assertThat(page)
        .hasSizeLessThan(200_000)
        .contains("Mend it. &quot;", "Machine connected", "then at how totals are rounded.")
        .contains("1,040,576 more characters")
        .doesNotContain("steps are left out");

    String whole = page.replaceAll("(?s).*<a href=\"([^\"]+)\">the whole message</a>.*", "$1");
    var message = server.get(whole, cookie);
    assertThat(message.headers().firstValue("Content-Type")).hasValue("text/plain;charset=utf-8");
    assertThat(message.body().equals(prompt)).isTrue();
  }

  @Test
  void aMessageIsShownOnlyOfItsOwnSession() throws Exception {
    var session = server.create("One");
    String other =
        server.value("SELECT event_id FROM message WHERE session_id = '" + session + "'");
    String path = PageServer.page(server.create("Two")) + "/messages/";
    assertThat(server.get(path + other, cookie).statusCode()).isEqualTo(404);
    assertThat(server.get(path + "nonsense", cookie).statusCode()).isEqualTo(404);
    assertThat(
            server.send("GET", PageServer.page(session) + "/messages/" + other, null).statusCode())
        .isNotEqualTo(200);
  }

  @Test
  void aPageHasNoScriptOrStyleOfItsOwnAndForbidsThem() throws Exception {
    var session = server.create("Anything");
    new Story(server, session).whole();
    var page = server.get(PageServer.page(session), cookie);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page.body())
        .doesNotContain("style=")
        .doesNotContainPattern("<script(?! src=\"/assets/page\\.js\\?v=[0-9a-f]+\" defer>)")
        .doesNotContainPattern("\\son[a-z]+=\"");
    assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
  }

  @Test
  void browsersKeepTheStyleAsLongAsItIsTheSame() throws Exception {
    String body = server.send("GET", "/login", null).body();
    String path = body.replaceAll("(?s).*href=\"(/assets/page\\.css[^\"]+)\".*", "$1");
    var first = server.send("GET", path, null);
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.headers().firstValue("Content-Type")).hasValue("text/css; charset=utf-8");
    assertThat(first.headers().firstValue("Cache-Control").orElseThrow()).contains("immutable");
    String etag = first.headers().firstValue("ETag").orElseThrow();
    assertThat(server.send("GET", path, null, "If-None-Match", etag).statusCode()).isEqualTo(304);
    assertThat(server.send("GET", "/assets/other.css", null).statusCode()).isEqualTo(404);
  }

  @Test
  void theListShowsTheNewestSessionsFirst() throws Exception {
    var older = server.create("List me: older");
    var newer = server.create("List me: newer");
    var page = server.get("/plain", cookie).body();
    assertThat(page.indexOf(newer.hex())).isPositive().isLessThan(page.indexOf(older.hex()));
    assertThat(page).contains("List me: newer").contains("0 ACU (model $0)").contains("just now");
  }

  @Test
  void anUnknownSessionIsAPageThatSaysSo() throws Exception {
    var page = server.get("/plain/sessions/" + "0".repeat(32), cookie);
    assertThat(page.statusCode()).isEqualTo(404);
    assertThat(page.body()).contains("<h1>No such session</h1>");
  }

  @Test
  void aMessageFromThePageMayHaveAsManyBytesAsOneFromElsewhere() throws Exception {
    var session = server.create("Read a long log");
    String path = PageServer.page(session);
    String csrf = PageServer.csrf(server.get(path, cookie));
    var form = Map.of("csrf_token", csrf, "message", "\u00e4".repeat(1 << 19));

    assertThat(server.post(path + "/messages", form, "Cookie", cookie).statusCode()).isEqualTo(303);
  }

  @Test
  void aMessageFromThePageIsStoredAndShownAsQueued() throws Exception {
    var session = server.create("Wait for my message");
    var page = server.get(PageServer.page(session), cookie);
    var answer =
        server.post(
            PageServer.page(session) + "/messages",
            Map.of("message", "Also <b>this</b>", "csrf_token", PageServer.csrf(page)),
            "Cookie",
            cookie);
    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Location")).hasValue(PageServer.page(session) + "#end");
    assertThat(server.get(PageServer.page(session), cookie).body())
        .contains("<em>queued</em>", "Also &lt;b&gt;this&lt;/b&gt;");
    var messages =
        server.api("GET", server.sessionsPath() + "/" + session + "/messages", null).path("items");
    assertThat(messages.get(1).path("origin").asString()).isEqualTo("webapp");
  }

  @Test
  void thePageTerminatesTheSessionAndThenOffersNoForms() throws Exception {
    var session = server.create("End me");
    var page = server.get(PageServer.page(session), cookie);
    var answer =
        server.post(
            PageServer.page(session) + "/terminate",
            Map.of("csrf_token", PageServer.csrf(page)),
            "Cookie",
            cookie);
    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(server.get(PageServer.page(session), cookie).body())
        .contains("class=\"badge exit ")
        .doesNotContain("<textarea")
        .doesNotContain("data-stream");
  }

  @ParameterizedTest
  @CsvSource({
    "SUSPENDED, INACTIVITY, FINISHED, 'finished, asleep'",
    "SUSPENDED, USER_REQUEST, WAITING_FOR_USER, 'waits for your answer, asleep'",
    "SUSPENDED, USER_REQUEST, WAITING_FOR_APPROVAL, 'waits for approval, asleep'",
    "SUSPENDED, ERROR, WORKING, 'failed, asleep'",
    "SUSPENDED, USER_REQUEST, WORKING, 'suspended: user request'"
  })
  void whatATaskHasComeToIsSaidWhileItsSessionSleeps(
      String status, String detail, String prior, String words) throws Exception {
    var session = server.create("Sleep over it");
    server.sql(
        "UPDATE session SET status = '%s', status_detail = '%s', prior_detail = '%s' WHERE session_id = '%s'"
            .formatted(status, detail, prior, session));
    assertThat(server.get(PageServer.page(session), cookie).body()).contains(">" + words + "<");
    assertThat(server.get("/plain", cookie).body()).contains(">" + words + "<");
  }

  @Test
  void whatASessionWaitsForIsSaidWithItsPlaceInTheLine() throws Exception {
    var nowhere = server.create("Wait without an outpost");
    assertThat(server.get(PageServer.page(nowhere), cookie).body())
        .contains(">new, no outpost for it<");
    server.api("DELETE", server.sessionsPath() + "/" + nowhere, null);

    String outpost =
        server
            .api("POST", "/opbeta/outposts", "{\"name\":\"box\",\"platform\":\"windows\"}")
            .at("/metadata/outpost_id")
            .asString();
    String body = "{\"prompt\":\"Wait in line\",\"platform\":\"box\"}";
    var id =
        new SessionId(
            server.api("POST", server.sessionsPath(), body).path("session_id").asString());
    assertThat(server.get(PageServer.page(id), cookie).body())
        .containsPattern(">new, waits for a machine, number [1-9][0-9]*<");
    server.api("DELETE", "/opbeta/outposts/" + outpost + "?force=true", null);
  }

  @Test
  void whatKeepsTheSessionInIsShown() throws Exception {
    var session = server.create("Behind walls");
    server.append(
        session,
        new LoopEvent.Isolation(
            "bwrap",
            null,
            List.of(
                new ToServer.Trial("write /usr", false, false),
                new ToServer.Trial("write its home", true, true))));
    assertThat(server.get(PageServer.page(session), cookie).body())
        .contains("Tried behind the walls. Possible: write its home. Impossible: write /usr");
    server.append(session, new LoopEvent.Isolation("none", "no wall: no bubblewrap", List.of()));
    assertThat(server.get(PageServer.page(session), cookie).body())
        .contains("no wall: no bubblewrap");
  }

  @Test
  void theStreamBringsWhatComesLaterAndEndsWithTheSession() throws Exception {
    var session = server.create("Stream to me");
    var story = new Story(server, session);
    story.connects();
    var page = server.get(PageServer.page(session), cookie).body();
    String after = page.replaceAll("(?s).*data-after=\"([0-9]+)\".*", "$1");
    var stream = server.stream(PageServer.page(session) + "/live?after=" + after, cookie);
    assertThat(stream.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    try (var lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      story.says("News <for> you");
      assertThat(until(lines, "News"))
          .contains("News &lt;for&gt; you")
          .doesNotContain("Machine connected");
      server.api("DELETE", server.sessionsPath() + "/" + session, null);
      assertThat(until(lines, "event: end")).contains("badge exit");
      lines.readLine();
      assertThat(lines.lines().toList()).containsOnly("");
    }
  }

  @Test
  void revokingTheKeyClosesAnOpenStream() throws Exception {
    var session = server.create("Watch me");
    String key =
        server.key(Kind.SERVICE_USER, server.value("SELECT service_user_id FROM service_user"));
    var stream = server.stream(PageServer.page(session) + "/live?after=0", server.signIn(key));
    try (var lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      until(lines, "data:");
      server.sql("UPDATE api_key SET revoked_at = now() WHERE name = 'of a test'");
      assertThat(lines.lines().toList()).noneMatch(line -> line.startsWith("event: end"));
    }
  }

  private static String until(BufferedReader lines, String text) throws Exception {
    var read = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      read.append(line).append('\n');
      if (line.contains(text)) {
        return read.toString();
      }
    }
    throw new AssertionError("the stream ended without " + text + ": " + read);
  }

  @Test
  void theStreamOfAStrangerIsRefused() throws Exception {
    var session = server.create("Not for you");
    var answer = server.send("GET", PageServer.page(session) + "/live?after=0", null);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(Json.MAPPER.readTree(answer.body()).path("code").asString())
        .isEqualTo("credentials_missing");
  }
}
