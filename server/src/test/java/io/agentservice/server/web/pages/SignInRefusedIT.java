package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import io.agentservice.server.App;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.TcpProxy;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sign-ins by OpenID Connect that are not to be believed, and those on which something fails. */
@Timeout(200)
class SignInRefusedIT extends OnProvider {
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
  void whileTheDatabaseIsAwayNobodyIsSignedInAndTheWayBackStaysGood() throws Exception {
    provider.person = IdentityProvider.person("hopper", "hopper@example.org");
    String address = server.database.jdbcUrl();
    try (var network = TcpProxy.before(address);
        var node =
            node(Map.of("AGENT_DATABASE_URL", network.through(address) + "&socketTimeout=2"))) {
      String before = made();
      var way = browser.begin(node.address(), "/");

      network.refuse();
      refused(way.end(node.address()), 503, "The database is away");
      browser.begin(node.address(), "/"); // as far as the provider goes
      assertThat(made()).isEqualTo(before);

      network.admit();
      Await.until(() -> isReady(node));
      assertThat(self(cookie(way.end(node.address()))).path("user_id").asString())
          .isEqualTo("hopper");
      assertThat(made()).isNotEqualTo(before);
    }
  }

  private boolean isReady(App node) {
    try {
      return browser.visit(node.address() + "/readyz", "a=b").statusCode() == 200;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** All that a sign-in makes. */
  private String made() throws Exception {
    return people()
        + server.value(
            "SELECT concat((SELECT count(*) FROM web_session), ' ', (SELECT count(*) FROM audit_log))");
  }
}
