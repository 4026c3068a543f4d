package io.agentservice.server.web.pages;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.identity.passwords.PasswordHash;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gets in by OpenID Connect, and as whom (auth.md 8). */
@Timeout(200)
class SignInWithProviderIT extends OnProvider {
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
  void fromWhereTheAccountLetsNobodyComeHeIsNotSignedIn() throws Exception {
    String people = people();
    server.sql("UPDATE account SET ip_ranges = '{192.0.2.0/24}'");
    try {
      var way = browser.begin(server.app.address(), "/");
      var answer =
          browser.visit(
              server.app.address() + way.back(),
              "Cookie",
              way.cookie(),
              "X-Forwarded-For",
              "203.0.113.9");
      refused(answer, 403, "access list");
      assertThat(people()).isEqualTo(people);
      assertThat(lastLogin()).contains("\"success\": false");
    } finally {
      server.sql("UPDATE account SET ip_ranges = '{}'");
    }
    cookie(signIn());
  }

  @Test
  void hisGroupsAreThoseOfHisLastSignInForAllHisKeys() throws Exception {
    String all = "/v3/enterprise/idp-groups";
    server.api("POST", all, json("idp_group_names", List.of("eu/ops", "dev")));
    String org = server.org();
    for (String group : List.of("eu%2Fops", "dev")) {
      String role = json("role_id", "%s");
      server.api(
          "POST", "/v3/enterprise/members/idp-groups/" + group, role.formatted("account_member"));
      server.api(
          "POST",
          "/v3/enterprise/organizations/%s/members/idp-groups/%s".formatted(org, group),
          role.formatted(group.equals("dev") ? "org_member" : "org_admin"));
    }
    provider.person = IdentityProvider.person("hopper", "hopper@example.org", "eu/ops");
    signIn();
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
    assertThat(server.value("SELECT count(*) FROM idp_group_member WHERE user_id = 'hopper'"))
        .isEqualTo("1");
  }

  @Test
  void onlyWhoIsInvitedGetsInWhereTheSettingSaysSo() throws Exception {
    String invitation =
        json("emails", List.of("Joan@Example.org"), "enterprise_role_id", "account_member");
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
    server.api("POST", "/v3/enterprise/idp-groups", json("idp_group_names", List.of("alone")));
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
    provider.claims = claims -> claims.claim("sub", "thick");
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

  @Test
  void hisAddressIsTheLastThatTheProviderSaysUnlessALivingPersonHasIt() throws Exception {
    for (String other : List.of("gone", "there")) {
      provider.person = IdentityProvider.person(other, other + "@example.org");
      signIn();
    }
    server.api("DELETE", "/v3/enterprise/members/users/gone", null);
    for (String address :
        List.of("lin@example.org", "Lin@Example.org", "lin@home.example", "gone@example.org")) {
      provider.person = IdentityProvider.person("lin", address);
      signIn();
      assertThat(addressOf("lin")).isEqualTo(address);
    }
    provider.person = IdentityProvider.person("lin", "There@example.org");
    signIn();
    assertThat(addressOf("lin")).isEqualTo("gone@example.org");
    assertThat(addressOf("there")).isEqualTo("there@example.org");
  }

  private String addressOf(String user) throws Exception {
    return server.api("GET", "/v3/enterprise/members/users/" + user, null).path("email").asString();
  }

  @Test
  void whoHasTheSameNumberAtAnotherProviderIsAnother() throws Exception {
    provider.person = IdentityProvider.person("7", "seven@example.org");
    signIn();
    server.sql("UPDATE human SET oidc_issuer = 'https://former.example' WHERE user_id = '7'");
    provider.person = IdentityProvider.person("7", "another@example.org");

    String another = self(cookie(signIn())).path("user_id").asString();

    assertThat(another).startsWith("user-");
    assertThat(addressOf("7")).isEqualTo("seven@example.org");
  }
}
