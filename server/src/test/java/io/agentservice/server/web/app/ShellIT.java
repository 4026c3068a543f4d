package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.base.auth.Principal.Kind;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.web.pages.PageServer;
import io.agentservice.server.web.pages.Story;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** How the web app is delivered. */
class ShellIT {
  private static final Pattern BLOCK =
      Pattern.compile("<script type=\"application/json\" id=\"(\\w+)\">(.*?)</script>");

  /** The file that another one imports before it runs. */
  private static final Pattern IMPORTED = Pattern.compile("from\\s*\"\\./([^\"]+)\"");

  @TempDir static Path home;
  private static PageServer server;
  private static String cookie;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Built.find().isPresent(), "npm is not installed here: the web app was not built");
    server = new PageServer(home, Map.of("AGENT_WIRE_NAME", "devin"));
    cookie = server.signIn(PageServer.KEY);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static JsonNode block(HttpResponse<String> page, String id) {
    return BLOCK
        .matcher(page.body())
        .results()
        .filter(found -> found.group(1).equals(id))
        .map(found -> Json.MAPPER.readTree(found.group(2)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(page.body()));
  }

  @Test
  void theShellCarriesWhoIsSignedInAndTheFirstAnswerUnderTheStrictPolicy() throws Exception {
    var session = server.create("Fix </script><script>alert(1)</script> & the total");
    var page = server.get("/sessions/" + session.hex(), cookie);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'; script-src 'self'; style-src 'self';")
        .contains("require-trusted-types-for 'script'; trusted-types agent-worker");
    assertThat(page.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(page.body()).doesNotContain("<script>alert").doesNotContain("<script>");
    var boot = block(page, "boot");
    assertThat(boot.path("organizations").get(0).path("permissions").toString())
        .contains("ViewOrgSessions");
    assertThat(boot.path("csrf").asString()).isNotEmpty();
    var first = block(page, "first").path("session");
    assertThat(first.path("session_id").asString()).isEqualTo("agent-" + session.hex());
    assertThat(page.body()).contains("<a href=\"/plain/sessions/" + session.hex());
  }

  @Test
  void terminalsAreInADocumentOfTheirOwnForWhoMayUseTheMachine() throws Exception {
    var session = server.create("Look around");
    String path = "/sessions/" + session.hex() + "/terminal";
    var page = server.get(path, cookie);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("script-src 'self'; style-src 'self' 'unsafe-inline';")
        .contains("frame-ancestors 'self'; require-trusted-types-for 'script'");
    assertThat(page.body()).contains(Built.find().orElseThrow().entry("terminal_script"));
    assertThat(block(page, "first").path("timeline").isMissingNode()).isTrue();
    assertThat(server.get("/sessions/" + session.hex(), cookie).headers().map().toString())
        .doesNotContain("unsafe-inline");
    server.sql(
        "INSERT INTO service_user (service_user_id, account_id, name) "
            + "SELECT 'service-user-stranger', account_id, 'stranger' FROM account");
    String stranger = server.signIn(server.key(Kind.SERVICE_USER, "service-user-stranger"));
    assertThat(server.get(path, stranger).statusCode()).isEqualTo(404);
  }

  @Test
  void theDesktopIsInADocumentOfItsOwnForWhoMayUseTheMachine() throws Exception {
    var session = server.create("Look around");
    String path = "/sessions/" + session.hex() + "/desktop";
    var page = server.get(path, cookie);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("style-src 'self'; img-src 'self' data:;")
        .contains("frame-ancestors 'self'; require-trusted-types-for 'script'")
        .doesNotContain("unsafe");
    assertThat(page.body())
        .contains(Built.find().orElseThrow().entry("desktop_script"))
        .contains("<a href=\"/plain/sessions/" + session.hex() + "\"");
    assertThat(server.get("/sessions/" + session.hex(), cookie).headers().map().toString())
        .doesNotContain("data:");
  }

  @Test
  void theShellCarriesPreferencesAndBeginsInTheirTheme() throws Exception {
    var before = server.get("/", cookie);
    assertThat(before.body()).contains("<html lang=\"en\" data-theme=\"system\">");
    String token = block(before, "boot").path("csrf").asString();
    String path = "/v3beta1/self/preferences";
    var changed =
        server.send("PATCH", path, "{\"theme\":\"dark\"}", "Cookie", cookie, "X-CSRF-Token", token);
    assertThat(changed.statusCode()).isEqualTo(200);
    var after = server.get("/me", cookie);
    assertThat(after.body()).contains("<html lang=\"en\" data-theme=\"dark\">");
    assertThat(block(after, "boot").path("preferences"))
        .isEqualTo(Json.MAPPER.readTree(changed.body()));
    server.send("PATCH", path, "{\"theme\":null}", "Cookie", cookie, "X-CSRF-Token", token);
  }

  @Test
  void aSessionComesWithItsNewestStepsAsTheApiAnswersThem() throws Exception {
    var named = server.create("Totals are off"); // in the other word
    var session = new SessionId("agent-" + named.hex());
    new Story(server, session).whole();
    var first = block(server.get("/sessions/" + session.hex(), cookie), "first").path("timeline");
    var answered =
        Json.MAPPER.readTree(
            server.get(server.sessionsPath() + "/" + session + "/timeline", cookie).body());
    assertThat(first.path("items").size()).isGreaterThan(5);
    assertThat(first).isEqualTo(answered);
  }

  @Test
  void whoMayNotSeeASessionGetsNoFirstAnswerOfIt() throws Exception {
    var session = server.create("Secret plans");
    server.sql(
        "INSERT INTO service_user (service_user_id, account_id, name) "
            + "SELECT 'service-user-nobody', account_id, 'nobody' FROM account");
    String nobody = server.signIn(server.key(Kind.SERVICE_USER, "service-user-nobody"));
    var page = server.get("/sessions/" + session.hex(), nobody);
    assertThat(page.statusCode()).isEqualTo(404);
    assertThat(page.body()).doesNotContain("Secret plans");
    for (String screen :
        List.of(
            "sessions",
            "new",
            "knowledge",
            "playbooks",
            "secrets",
            "schedules",
            "fleet",
            "settings",
            "settings/people",
            "settings/service-users",
            "settings/models",
            "settings/limits")) {
      String path = "/o/" + server.org() + "/" + screen;
      assertThat(server.get(path, nobody).statusCode()).as(path).isEqualTo(404);
      assertThat(server.get(path, cookie).statusCode()).as(path).isEqualTo(200);
    }
  }

  @Test
  void eachTabOfTheAccountHasAnAddress() throws Exception {
    for (String tab :
        List.of(
            "organizations",
            "people",
            "service-users",
            "groups",
            "roles",
            "consumption",
            "metrics",
            "audit",
            "violations",
            "queue")) {
      assertThat(server.get("/account/" + tab, cookie).statusCode()).as(tab).isEqualTo(200);
    }
    assertThat(server.get("/account/nothing", cookie).statusCode()).isEqualTo(404);
  }

  @Test
  void whatIsReadLaterTakesAllThatItSharesFromTheProgram() throws Exception {
    var built = Built.find().orElseThrow();
    var later =
        built.files().keySet().stream()
            .filter(name -> name.endsWith(".js") && !built.entries().containsValue(name))
            .toList();
    assertThat(later).isNotEmpty();
    for (String name : later) {
      String text = server.send("GET", "/app/files/" + name, null).body();
      assertThat(IMPORTED.matcher(text).results().map(found -> found.group(1)))
          .containsOnly(built.entry("script"));
    }
  }

  @Test
  void theListComesWithItsFirstRowsUnlessItIsFiltered() throws Exception {
    server.create("One more");
    var page = server.get("/o/" + server.org() + "/sessions", cookie);
    var rows = block(page, "first").path("sessions").path("items");
    assertThat(rows.size()).isPositive();
    assertThat(rows.get(0).path("org_id").asString()).isEqualTo(server.org());
    assertThat(block(server.get("/o/" + server.org() + "/sessions?mine", cookie), "first"))
        .isEmpty();
  }

  @Test
  void whatIsNotThereIsSaidByTheAppInItsOwnForm() throws Exception {
    var page = server.get("/sessions/" + "0".repeat(32), cookie);
    assertThat(page.statusCode()).isEqualTo(404);
    assertThat(block(page, "first").at("/problem/code").asString()).isEqualTo("session_not_found");
    var other = server.get("/o/org-" + "0".repeat(32) + "/sessions", cookie);
    assertThat(other.statusCode()).isEqualTo(404);
  }

  @Test
  void whoIsNotSignedInIsLedThereAndBack() throws Exception {
    String path = "/o/" + server.org() + "/sessions";
    var answer = server.get(path, "a=b");
    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Location")).contains("/login?next=" + path);
  }

  @Test
  void filesAreKeptForEverAndComePacked() throws Exception {
    String script = "/app/files/" + Built.find().orElseThrow().entry("script");
    assertThat(server.get("/", cookie).body()).contains(script);
    var packed = server.send("GET", script, null, "Accept-Encoding", "gzip, br");
    assertThat(packed.headers().firstValue("Content-Encoding")).contains("br");
    assertThat(packed.headers().firstValue("Cache-Control")).get().asString().contains("immutable");
    assertThat(packed.headers().firstValue("Content-Type")).get().asString().contains("javascript");
    var zipped = server.send("GET", script, null, "Accept-Encoding", "gzip, br;q=0");
    assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
    var plain = server.send("GET", script, null);
    assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(plain.body().contains("addEventListener")).isTrue();
    assertThat(server.send("GET", "/app/files/no.js", null).statusCode()).isEqualTo(404);
  }

  @Test
  void theAppReadsOurWordWhateverProgramsRead() throws Exception {
    var session = server.create("In our word");
    String path = server.sessionsPath() + "/" + session;
    assertThat(server.get(path, cookie).body()).contains("\"session_id\":\"agent-");
    assertThat(server.send("GET", path, null, "Authorization", "Bearer " + PageServer.KEY).body())
        .contains("\"session_id\":\"devin-");
  }

  @Test
  void aWriteWithTheCookieNeedsTheTokenOfTheShell() throws Exception {
    var session = server.create("Archive me");
    String path = server.sessionsPath() + "/" + session + "/archive";
    assertThat(server.send("POST", path, null, "Cookie", cookie).statusCode()).isEqualTo(403);
    String token = block(server.get("/", cookie), "boot").path("csrf").asString();
    assertThat(
            server.send("POST", path, null, "Cookie", cookie, "X-CSRF-Token", token).statusCode())
        .isEqualTo(200);
  }
}
