package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import io.agentservice.server.App;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.http.Json;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.identity.passwords.PasswordHash;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** OpenID Connect (auth.md 8). */
@Timeout(120)
class SignInWithProviderIT {
  @TempDir static Path home;
  private static IdentityProvider provider;
  private static PageServer server;
  private static BrowserAway browser;

  @BeforeAll
  static void start() {
    provider = new IdentityProvider();
    server = new PageServer(home, provider.settings());
    browser = new BrowserAway(server.http);
  }

  @AfterAll
  static void stop() {
    server.close();
    provider.close();
  }

  @BeforeEach
  void aPerson() {
    provider.behave();
    provider.person = IdentityProvider.person("auth0|ada", "ada@example.org");
  }

  private static HttpResponse<String> signIn() throws Exception {
    String address = server.app.address();
    return browser.begin(address, "/").end(address);
  }

  private static String cookie(HttpResponse<String> done) {
    assertThat(done.statusCode()).as(done.body()).isEqualTo(303);
    return BrowserAway.header(done, "Set-Cookie").split(";", 2)[0];
  }

  private static JsonNode self(String cookie) throws Exception {
    return Json.MAPPER.readTree(server.get("/v3/self", cookie).body());
  }

  private static String people() throws Exception {
    return server.value("SELECT string_agg(h::text, ' ' ORDER BY user_id) FROM human h");
  }

  private static String lastLogin() throws Exception {
    return server.value(
        "SELECT concat(user_id, ' ', data) FROM audit_log WHERE action = 'login' ORDER BY created_at DESC, audit_log_id DESC LIMIT 1");
  }

  /** A page for people that says why; nobody is signed in, and no human is there who wasn't. */
  private static void refused(HttpResponse<String> answer, int status, String why) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(why, "Sign in").doesNotContain("xception");
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
  }

  private static App node(Map<String, String> more) {
    var values = new HashMap<>(provider.settings());
    values.put("AGENT_HOME", home.resolve("node").toString());
    values.put("AGENT_MASTER_KEY", masterKey());
    values.put("AGENT_DATABASE_URL", server.database.jdbcUrl());
    values.put("AGENT_PORT", "0");
    values.putAll(more);
    return App.start(Settings.read(values));
  }

  private static String masterKey() {
    try {
      return Files.readString(home.resolve("master.key")).strip();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aPersonWhoIsNotKnownIsAdmittedUnderHisIdOfTheProvider() throws Exception {
    var page = server.get("/login?next=/sessions/" + "a".repeat(32), "a=b").body();
    assertThat(page).contains("href=\"/login/oidc?next=/sessions/" + "a".repeat(32) + "\"");

    var way = browser.begin(server.app.address(), "/sessions/" + "a".repeat(32));
    assertThat(BrowserAway.header(way.begun(), "Location"))
        .contains("code_challenge_method=S256", "nonce=", "state=", "response_type=code");
    assertThat(BrowserAway.header(way.begun(), "Set-Cookie"))
        .contains("HttpOnly", "SameSite=Lax", "Max-Age=900")
        .doesNotContain("Secure");
    var done = way.end(server.app.address());

    assertThat(BrowserAway.header(done, "Location")).isEqualTo("/sessions/" + "a".repeat(32));
    assertThat(BrowserAway.header(done, "Set-Cookie"))
        .contains("agent_session=agw_", "HttpOnly", "SameSite=Lax", "Max-Age=43200");
    var self = self(cookie(done));
    assertThat(self.path("principal_type").asString()).isEqualTo("user");
    assertThat(self.path("user_id").asString()).isEqualTo("auth0|ada");
    assertThat(self.path("user_name").asString()).isEqualTo("Name of auth0|ada");
    assertThat(lastLogin())
        .startsWith("auth0|ada ")
        .contains("\"method\": \"oidc\"", "\"success\": true", "\"idp_group_names\": []");
    var user = server.api("GET", "/v3/enterprise/members/users/auth0%7Cada", null);
    assertThat(user.path("email").asString()).isEqualTo("ada@example.org");
    assertThat(self(cookie(signIn())).path("user_id").asString()).isEqualTo("auth0|ada");
  }

  @Test
  void hisGroupsAreThoseOfHisLastSignInForAllHisKeys() throws Exception {
    String all = "/v3/enterprise/idp-groups";
    server.api("POST", all, "{\"idp_group_names\":[\"eu/ops\",\"dev\"]}");
    String org = server.org();
    for (String group : List.of("eu%2Fops", "dev")) {
      String role = "{\"role_id\":\"%s\"}";
      server.api(
          "POST", "/v3/enterprise/members/idp-groups/" + group, role.formatted("account_member"));
      server.api(
          "POST",
          "/v3/enterprise/organizations/%s/members/idp-groups/%s".formatted(org, group),
          role.formatted(group.equals("dev") ? "org_member" : "org_admin"));
    }
    provider.person =
        IdentityProvider.person("grace", "grace@example.org", "eu/ops", "dev", "not registered");
    String web = cookie(signIn());
    assertThat(lastLogin()).contains("\"idp_group_names\": [\"dev\", \"eu/ops\"]");
    String token = "Bearer " + server.key(Principal.Kind.PAT_USER, "grace");
    String members = "/v3beta1/organizations/" + org + "/members/users";
    String sessions = "/v3/organizations/" + org + "/sessions";
    assertThat(server.get(members, web).statusCode()).isEqualTo(200);
    assertThat(server.send("GET", members, null, "Authorization", token).statusCode())
        .isEqualTo(200);

    provider.person = IdentityProvider.person("grace", "grace@example.org", "dev");
    signIn();
    assertThat(server.send("GET", members, null, "Authorization", token).statusCode())
        .isEqualTo(403);
    assertThat(server.send("GET", sessions, null, "Authorization", token).statusCode())
        .isEqualTo(200);
    provider.person = Map.of("sub", "grace", "email", "grace@example.org", "email_verified", true);
    signIn();
    assertThat(server.send("GET", sessions, null, "Authorization", token).statusCode())
        .isEqualTo(404);
    assertThat(server.get(sessions, web).statusCode()).isEqualTo(404);
  }

  @Test
  void onlyWhoIsInvitedGetsInWhereTheSettingSaysSo() throws Exception {
    String invitation =
        "{\"emails\":[\"Joan@Example.org\"],\"enterprise_role_id\":\"account_member\"}";
    String id =
        server
            .api("POST", "/v3/enterprise/members/users", invitation)
            .path(0)
            .path("user_id")
            .asString();
    try (var node = node(Map.of("AGENT_OIDC_ADMIT", "invited"))) {
      String before = people();
      provider.person = IdentityProvider.person("stranger", "stranger@example.org");
      refused(browser.begin(node.address(), "/").end(node.address()), 403, "You are not invited");
      assertThat(people()).isEqualTo(before);
      assertThat(lastLogin()).contains("\"method\": \"oidc\"", "\"success\": false");

      provider.person = IdentityProvider.person("joan-of-there", "joan@example.ORG");
      String cookie = cookie(browser.begin(node.address(), "/").end(node.address()));
      assertThat(self(cookie).path("user_id").asString()).isEqualTo(id);
      assertThat(self(cookie).path("user_name").asString()).isEqualTo("Name of joan-of-there");

      provider.person = IdentityProvider.person("another", "joan@example.org");
      String known = people();
      refused(
          browser.begin(node.address(), "/").end(node.address()), 403, "belongs to another person");
      assertThat(people()).isEqualTo(known);

      provider.person = IdentityProvider.person("joan-of-there", "married@example.org");
      assertThat(
              self(cookie(browser.begin(node.address(), "/").end(node.address())))
                  .path("user_id")
                  .asString())
          .isEqualTo(id);
    }
  }

  private static UnaryOperator<JWTClaimsSet.Builder> claim(String name, Object value) {
    return claims -> claims.claim(name, value);
  }

  static Stream<Arguments> lies() {
    var hourAgo = Date.from(Instant.now().minusSeconds(3600));
    return Stream.of(
        Arguments.of("nonce", claim("nonce", "of another sign-in"), UnaryOperator.identity()),
        Arguments.of("no nonce", claim("nonce", null), UnaryOperator.identity()),
        Arguments.of("audience", claim("aud", "another-client"), UnaryOperator.identity()),
        Arguments.of("issuer", claim("iss", "https://another.example"), UnaryOperator.identity()),
        Arguments.of("expired", claim("exp", hourAgo), UnaryOperator.identity()),
        Arguments.of("subject", claim("sub", "\u00e9"), UnaryOperator.identity()),
        Arguments.of(
            "signature",
            UnaryOperator.identity(),
            (UnaryOperator<JWT>) IdentityProvider::signedByAnother),
        Arguments.of(
            "no signature",
            UnaryOperator.identity(),
            (UnaryOperator<JWT>) IdentityProvider::unsigned));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lies")
  void aTokenThatIsNotRightInEverythingIsNotBelieved(
      String what, UnaryOperator<JWTClaimsSet.Builder> claims, UnaryOperator<JWT> token)
      throws Exception {
    provider.person = IdentityProvider.person("liar", "liar@example.org");
    provider.claims = claims;
    provider.token = token;
    String before = people();
    refused(signIn(), 401, "can&#39;t be trusted");
    assertThat(people()).isEqualTo(before);
    assertThat(lastLogin()).startsWith(" ").contains("\"success\": false");
  }

  @Test
  void aSignInEndsOnceAndInTheBrowserThatBeganIt() throws Exception {
    String address = server.app.address();
    provider.person = IdentityProvider.person("mallory", "mallory@example.org");
    var way = browser.begin(address, "/");
    var other = browser.begin(address, "/");
    refused(browser.visit(address + way.back(), "a=b"), 400, "has lapsed");
    refused(browser.visit(address + way.back(), other.cookie()), 400, "has lapsed");
    refused(browser.visit(address + way.back(), "agent_sign_in=x"), 400, "has lapsed");
    refused(browser.visit(address + "/login/callback", way.cookie()), 400, "has lapsed");
    refused(
        browser.visit(address + way.back() + "&iss=https://x.example", way.cookie()),
        401,
        "trusted");
    assertThat(people()).doesNotContain("mallory");
    cookie(way.end(address)); // its code is still good: nobody has tried to redeem it
    refused(way.end(address), 400, "has lapsed");
  }

  @Test
  void aCodeIsWorthNothingToAnotherSignIn() throws Exception {
    String address = server.app.address();
    provider.person = IdentityProvider.person("trudy", "trudy@example.org");
    var way = browser.begin(address, "/");
    var other = browser.begin(address, "/");
    String code = way.back().replaceAll(".*code=([^&]+).*", "$1");
    String stolen = other.back().replaceAll("code=[^&]+", "code=" + code);
    refused(browser.visit(address + stolen, other.cookie()), 400, "has lapsed");
    assertThat(people()).doesNotContain("trudy");
  }

  @Test
  void anAddressThatTheProviderDoesNotVouchForIsNoInvitation() throws Exception {
    String before = people();
    for (Object verified : new Object[] {false, "no", Map.of()}) {
      provider.person =
          Map.of("sub", "eve", "email", "ada@example.org", "email_verified", verified);
      refused(signIn(), 403, "does not vouch for your address");
    }
    provider.person = Map.of("sub", "eve", "email", "eve@example.org");
    refused(signIn(), 403, "Verify your address");
    assertThat(people()).isEqualTo(before);
  }

  @Test
  void aProviderThatIsAwaySlowOrBrokenIsAClearPage() throws Exception {
    String before = people();
    provider.mood = IdentityProvider.Mood.SILENT;
    refused(signIn(), 503, "can&#39;t be reached");
    provider.mood = IdentityProvider.Mood.BROKEN;
    refused(signIn(), 502, "does not answer as it should");
    provider.behave();
    provider.denies = true;
    refused(signIn(), 403, "did not sign you in: access_denied");
    provider.behave();
    try (var node = node(Map.of("AGENT_OIDC_ISSUER", nobody()))) {
      refused(browser.visit(node.address() + "/login/oidc", "a=b"), 503, "can&#39;t be reached");
      assertThat(browser.visit(node.address() + "/login", "a=b").statusCode()).isEqualTo(200);
    }
    assertThat(people()).isEqualTo(before);
  }

  /** Where no provider is any more. */
  private static String nobody() {
    try (var gone = new IdentityProvider()) {
      return gone.issuer();
    }
  }

  @Test
  void aClientWithAWrongSecretIsTheOperatorsTrouble() throws Exception {
    try (var node = node(Map.of("AGENT_OIDC_CLIENT_SECRET", "wrong"))) {
      refused(
          browser.begin(node.address(), "/").end(node.address()),
          502,
          "does not answer as it should");
    }
  }

  @Test
  void behindAnHttpsAddressCookiesAreSecureAndTheWayBackIsThatAddress() throws Exception {
    var secret = Files.writeString(home.resolve("client-secret"), IdentityProvider.SECRET + "\n");
    try (var node =
        node(
            Map.of(
                "AGENT_BASE_URL", "https://agent.example.org",
                "AGENT_OIDC_CLIENT_SECRET", "",
                "AGENT_OIDC_CLIENT_SECRET_FILE", secret.toString()))) {
      var way = browser.begin(node.address(), "/");
      assertThat(BrowserAway.header(way.begun(), "Location"))
          .contains("redirect_uri=https%3A%2F%2Fagent.example.org%2Flogin%2Fcallback");
      assertThat(BrowserAway.header(way.begun(), "Set-Cookie")).contains("; Secure");
      var done = way.end(node.address());
      cookie(done);
      assertThat(BrowserAway.header(done, "Set-Cookie")).contains("SameSite=Lax; Secure");
    }
  }

  @Test
  void whatTheTokenLeavesOutIsAskedFor() throws Exception {
    server.api("POST", "/v3/enterprise/idp-groups", "{\"idp_group_names\":[\"alone\"]}");
    provider.person =
        Map.of(
            "sub",
            "thin",
            "email",
            "thin@example.org",
            "email_verified",
            "true",
            "groups",
            "alone");
    provider.thin = true;
    cookie(signIn());
    assertThat(lastLogin()).startsWith("thin ").contains("\"idp_group_names\": [\"alone\"]");
    provider.claims = claim("sub", "thick");
    refused(signIn(), 401, "can&#39;t be trusted");
  }

  @Test
  void nobodyTakesTheIdOrTheNameOfAnother() throws Exception {
    String admin = server.value("SELECT user_id FROM human WHERE name = 'admin'");
    server.sql(
        "UPDATE human SET password_hash = '%s', password_once = false WHERE user_id = '%s'"
            .formatted(PasswordHash.of("a password of mine"), admin));
    for (String subject : List.of(admin, "service-user-1", "auth0|ada", "..")) {
      signIn(); // there is an auth0|ada from now on
      var claims =
          new HashMap<>(IdentityProvider.person(subject, subject.hashCode() + "@example.org"));
      claims.put("name", "admin");
      provider.person =
          subject.equals("auth0|ada")
              ? IdentityProvider.person(subject, "ada@example.org")
              : claims;
      String id = self(cookie(signIn())).path("user_id").asString();
      assertThat(id.equals("auth0|ada")).isEqualTo(subject.equals("auth0|ada"));
      assertThat(id).isNotEqualTo(admin).isNotEqualTo("service-user-1").isNotEqualTo("..");
      aPerson();
    }
    var byPassword = Map.of("name", "admin", "password", "a password of mine");
    assertThat(self(cookie(server.post("/login", byPassword))).path("user_id").asString())
        .isEqualTo(admin);
  }

  @Test
  void whoWasRemovedComesBackAsAnother() throws Exception {
    provider.person = IdentityProvider.person("phoenix", "phoenix@example.org");
    String cookie = cookie(signIn());
    server.api("DELETE", "/v3/enterprise/members/users/phoenix", null);
    assertThat(server.get("/v3/self", cookie).statusCode()).isEqualTo(401);
    assertThat(self(cookie(signIn())).path("user_id").asString()).startsWith("user-");
  }
}
