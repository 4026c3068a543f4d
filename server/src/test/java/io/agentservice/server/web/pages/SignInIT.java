package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Principal.Kind;
import io.agentservice.server.base.http.answers.Json;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(200)
class SignInIT {
  @TempDir static Path home;
  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer(home, Map.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aPageAsksForTheSignInAndComesBackAfterIt() throws Exception {
    var session = server.create("Where I wanted to go");
    var first = server.send("GET", PageServer.page(session), null);
    assertThat(first.statusCode()).isEqualTo(303);
    String login = location(first);
    assertThat(login).isEqualTo("/login?next=" + PageServer.page(session));
    assertThat(server.send("GET", login, null).body())
        .contains("name=\"next\" value=\"" + PageServer.page(session) + "\"");
    var done =
        server.post("/login", Map.of("key", PageServer.KEY, "next", PageServer.page(session)));
    assertThat(done.statusCode()).isEqualTo(303);
    assertThat(location(done)).isEqualTo(PageServer.page(session));
  }

  @Test
  void theSignInLeadsBackToWhatWasChosenOnAPage() throws Exception {
    String wanted = PageServer.page(server.create("With a step")) + "?step=e12&x=a%20b";
    String login = location(server.send("GET", wanted, null));
    assertThat(login).endsWith("%3Fstep%3De12%26x%3Da%2520b");
    assertThat(server.send("GET", login, null).body())
        .contains("name=\"next\" value=\"" + wanted.replace("&", "&amp;") + "\"");
    var done = server.post("/login", Map.of("key", PageServer.KEY, "next", wanted));
    assertThat(location(done)).isEqualTo(wanted);
    var evil =
        server.post(
            "/login", Map.of("key", PageServer.KEY, "next", wanted + "\r\nSet-Cookie: a=b"));
    assertThat(location(evil)).isEqualTo(wanted);
  }

  @Test
  void theSignInLeadsToOurOwnPagesOnly() throws Exception {
    for (String next : new String[] {"https://evil.example/", "//evil.example", "/login?next=x"}) {
      var done = server.post("/login", Map.of("key", PageServer.KEY, "next", next));
      assertThat(location(done)).isEqualTo("/");
    }
  }

  @Test
  void theCookieIsOutOfReachOfScriptsAndOtherSites() throws Exception {
    var done = server.post("/login", Map.of("key", PageServer.KEY));
    String cookie = done.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie)
        .startsWith("agent_session=agw_")
        .contains("; HttpOnly", "; SameSite=Lax", "; Path=/", "; Max-Age=43200")
        .doesNotContain("Secure");
    String token = cookie.replaceAll("agent_session=([^;]+);.*", "$1");
    assertThat(
            server.value(
                "SELECT count(*) FROM web_session WHERE encode(token_sha256, 'hex') = "
                    + "encode(sha256('"
                    + token
                    + "'), 'hex')"))
        .isEqualTo("1");
  }

  @Test
  void theCookieIsForEncryptedConnectionsOnlyWhenTheServerHasThem(@TempDir Path other)
      throws Exception {
    try (var behindTls = new PageServer(other, Map.of("AGENT_BASE_URL", "https://agent.example"))) {
      var done = behindTls.post("/login", Map.of("key", PageServer.KEY));
      assertThat(done.headers().firstValue("Set-Cookie").orElseThrow()).endsWith("; Secure");
    }
  }

  @Test
  void aWrongKeyIsRefusedAndNotRepeated() throws Exception {
    var refused = server.post("/login", Map.of("key", "<i>wrong</i>"));
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(refused.body()).contains("The credential is not known").doesNotContain("wrong");
    assertThat(server.post("/login", Map.of()).statusCode()).isEqualTo(401);
  }

  @Test
  void aSignInFromAnotherSiteIsRefused() throws Exception {
    var form = Map.of("key", PageServer.KEY);
    assertThat(server.post("/login", form, "Sec-Fetch-Site", "cross-site").statusCode())
        .isEqualTo(403);
    assertThat(server.post("/login", form, "Origin", "https://evil.example").statusCode())
        .isEqualTo(403);
    for (String none : List.of("null", "x", "")) {
      assertThat(server.post("/login", form, "Origin", none).statusCode()).isEqualTo(403);
    }
    assertThat(server.post("/login", form, "Origin", server.app.address()).statusCode())
        .isEqualTo(303);
  }

  @Test
  void aWriteThatDoesNotComeFromOurPageChangesNothing() throws Exception {
    String cookie = server.signIn(PageServer.KEY);
    String other = server.signIn(PageServer.KEY);
    var session = server.create("Stay alive");
    String path = PageServer.page(session);
    String foreign = PageServer.csrf(server.get(path, other));
    for (var form :
        new Map<?, ?>[] {Map.of(), Map.of("csrf_token", "x"), Map.of("csrf_token", foreign)}) {
      @SuppressWarnings("unchecked") // all three are maps of texts
      var answer = server.post(path + "/terminate", (Map<String, String>) form, "Cookie", cookie);
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains("does not come from our page");
    }
    assertThat(server.get(path, cookie).body()).contains("class=\"badge new ");
  }

  @Test
  void signingOutEndsTheWebSession() throws Exception {
    String cookie = server.signIn(PageServer.KEY);
    String other = server.signIn(PageServer.KEY);
    String csrf = PageServer.csrf(server.get("/plain", cookie));
    var out = server.post("/logout", Map.of("csrf_token", csrf), "Cookie", cookie);
    assertThat(out.statusCode()).isEqualTo(303);
    assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
    assertThat(location(server.get("/plain", cookie))).startsWith("/login");
    assertThat(server.get("/plain", other).statusCode()).as("another sign-in").isEqualTo(200);
  }

  @Test
  void aWebSessionEndsAfterItsTime() throws Exception {
    String key = server.key(Kind.SERVICE_USER, serviceUser());
    String cookie = server.signIn(key);
    assertThat(server.get("/plain", cookie).statusCode()).isEqualTo(200);
    server.sql(
        "UPDATE web_session SET expires_at = now() WHERE key_id IN "
            + "(SELECT key_id FROM api_key WHERE name = 'of a test')");
    assertThat(location(server.get("/plain", cookie))).startsWith("/login");
  }

  @Test
  void revokingTheKeyEndsItsWebSessionsAtOnce() throws Exception {
    String cookie = server.signIn(server.key(Kind.SERVICE_USER, serviceUser()));
    assertThat(server.get("/plain", cookie).statusCode()).isEqualTo(200);
    server.sql("UPDATE api_key SET revoked_at = now() WHERE name = 'of a test'");
    assertThat(server.get("/plain", cookie).statusCode()).isEqualTo(303);
    assertThat(code(server.get("/v3/self", cookie))).isEqualTo("credentials_revoked");
  }

  @Test
  void theApiTakesTheCookieToReadAndWithTheHeaderToWrite() throws Exception {
    String cookie =
        server.signIn(server.key(Kind.PAT_USER, server.value("SELECT user_id FROM human")));
    var self = Json.MAPPER.readTree(server.get("/v3/self", cookie).body());
    assertThat(self.path("principal_type").asString()).isEqualTo("user");
    assertThat(server.get("/v3beta1/self", cookie).statusCode()).isEqualTo(200);
    assertThat(code(server.get("/opbeta/outposts", cookie))).isEqualTo("credentials_missing");

    String path = server.sessionsPath();
    String body = "{\"prompt\": \"From the page\"}";
    assertThat(code(json(path, body, "Cookie", cookie))).isEqualTo("csrf_token_invalid");
    String csrf = PageServer.csrf(server.get("/plain", cookie));
    var created = json(path, body, "Cookie", cookie, "X-CSRF-Token", csrf);
    assertThat(created.statusCode()).isEqualTo(200);
    assertThat(Json.MAPPER.readTree(created.body()).path("origin").asString()).isEqualTo("webapp");
  }

  @Test
  void whoMayNotSeeASessionDoesNotLearnThatItExists() throws Exception {
    var session = server.create("Secret plans");
    server.sql(
        "INSERT INTO service_user (service_user_id, account_id, name) "
            + "SELECT 'service-user-nobody', account_id, 'nobody' FROM account");
    String cookie = server.signIn(server.key(Kind.SERVICE_USER, "service-user-nobody"));
    assertThat(server.get("/plain", cookie).body()).contains("No sessions here yet");
    assertThat(server.get(PageServer.page(session), cookie).statusCode()).isEqualTo(404);
    assertThat(server.get(PageServer.page(session) + "/live?after=0", cookie).statusCode())
        .isEqualTo(404);
  }

  @Test
  void aSignInIsAudited() throws Exception {
    server.signIn(PageServer.KEY);
    assertThat(server.value("SELECT data->>'method' FROM audit_log WHERE action = 'login'"))
        .isEqualTo("key");
  }

  private static HttpResponse<String> json(String path, String body, String... headers)
      throws Exception {
    var all = java.util.Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "Content-Type";
    all[headers.length + 1] = "application/json";
    return server.send("POST", path, body, all);
  }

  private static String serviceUser() throws Exception {
    return server.value("SELECT service_user_id FROM service_user WHERE name = 'admin'");
  }

  private static String code(HttpResponse<String> answer) {
    return Json.MAPPER.readTree(answer.body()).path("code").asString();
  }

  private static String location(HttpResponse<String> answer) {
    return answer.headers().firstValue("Location").orElseThrow();
  }
}
