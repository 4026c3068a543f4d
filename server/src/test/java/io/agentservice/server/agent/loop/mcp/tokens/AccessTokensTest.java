package io.agentservice.server.agent.loop.mcp.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.agent.loop.mcp.HttpMcpServer;
import io.agentservice.server.base.outside.OutsideHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Our tokens for MCP servers. */
@Timeout(60)
class AccessTokensTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final OutsideHttp HTTP =
      new OutsideHttp(new OutsideHosts(Set.of("127.0.0.1"), "AGENT_MCP_PRIVATE_HOSTS"));

  @AutoClose private final TokenService service = new TokenService();

  AccessTokensTest() throws IOException {}

  private AccessTokens tokens(@Nullable URI tokenUrl, @Nullable String scope) {
    var grant = new Grant("us & them", "sword/fish", tokenUrl, scope, _ -> true);
    return new AccessTokens(HTTP, service.resource(), grant);
  }

  private void refused(AccessTokens tokens, String phrase) {
    assertThatThrownBy(() -> tokens.get(LIMIT))
        .isInstanceOf(TokenException.class)
        .hasMessageContaining(phrase);
  }

  @Test
  void aTokenIsForThatServerAloneAndIsKeptUntilItRunsOut() {
    var tokens = tokens(service.url(), "read write");
    assertThat(tokens.get(LIMIT)).isEqualTo("token-1");
    assertThat(tokens.get(LIMIT)).isEqualTo("token-1");
    String pair =
        Base64.getEncoder()
            .encodeToString("us+%26+them:sword%2Ffish".getBytes(StandardCharsets.UTF_8));
    assertThat(service.asked)
        .containsExactly(
            "Basic %s grant_type=client_credentials&resource=%s&scope=read+write"
                .formatted(
                    pair, service.resource().toString().replace(":", "%3A").replace("/", "%2F")));
  }

  @Test
  void aTokenThatIsAboutToRunOutOrIsRefusedIsNotUsedAgain() {
    service.seconds = 3;
    var tokens = tokens(service.url(), null);
    tokens.get(LIMIT);
    tokens.refused("token-1");
    assertThat(tokens.get(LIMIT)).isEqualTo("token-2");
    service.seconds = 3600;
    tokens.refused("token-1"); // another thread's news of before
    tokens.refused("token-2");
    assertThat(tokens.get(LIMIT)).isEqualTo("token-3");
    assertThat(tokens.get(LIMIT)).isEqualTo("token-3");
  }

  @Test
  void whereTokensAreIsWhatTheServerSays() {
    assertThat(tokens(null, null).get(LIMIT)).isEqualTo("token-1");
    assertThat(service.asked.getFirst()).startsWith("Basic ");
    service.method = "client_secret_post";
    assertThat(tokens(null, null).get(LIMIT)).isEqualTo("token-2");
    assertThat(service.asked.getLast())
        .startsWith("null ")
        .endsWith("&client_id=us+%26+them&client_secret=sword%2Ffish");
  }

  @Test
  void aServiceThatTakesNoSecretOrIsAnothersIsNotTold() {
    service.method = "none";
    refused(tokens(null, null), "takes no client_secret");
    service.issuer = "http://elsewhere.example.org";
    refused(tokens(null, null), "is of another issuer");
    assertThat(service.asked).isEmpty();
  }

  @Test
  void whereNobodySaysWhereTokensAreItsAddressIsAskedFor() throws IOException {
    try (var silent = new HttpMcpServer()) {
      silent.refuses = 404;
      var grant = new Grant("us", "swordfish", null, null, _ -> true);
      refused(new AccessTokens(HTTP, silent.url(), grant), "name its token_url");
    }
  }

  @Test
  void aRefusalSaysWhy() {
    service.refuses = "invalid_client";
    refused(
        tokens(service.url(), null),
        "its token service refuses us: invalid_client (we know no swordfish)");
  }

  @Test
  void theNetworkPolicyHoldsForItsTokenServiceToo() {
    var grant = new Grant("us", "swordfish", null, null, host -> !host.equals("127.0.0.1"));
    refused(
        new AccessTokens(HTTP, service.resource(), grant),
        "the network policy does not allow 127.0.0.1 of its token service");
    assertThat(service.asked).isEmpty();
  }
}
