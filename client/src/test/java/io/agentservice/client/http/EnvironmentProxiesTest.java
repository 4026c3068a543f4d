package io.agentservice.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentProxiesTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("https_proxy", "http://proxy.example:3128", "NO_PROXY", "corp.example, .local");

  @Test
  void addressGoesThroughTheProxyOfItsScheme() {
    assertThat(select("https://agent.example.com/x").address())
        .isEqualTo(InetSocketAddress.createUnresolved("proxy.example", 3128));
    assertThat(select("http://agent.example.com/x")).isEqualTo(Proxy.NO_PROXY);
  }

  @Test
  void exceptionsAndLoopbackAreCalledDirectly() {
    assertThat(select("https://corp.example/")).isEqualTo(Proxy.NO_PROXY);
    assertThat(select("https://a.corp.example/")).isEqualTo(Proxy.NO_PROXY);
    assertThat(select("https://box.local/")).isEqualTo(Proxy.NO_PROXY);
    assertThat(select("https://127.0.0.1:8443/")).isEqualTo(Proxy.NO_PROXY);
    assertThat(select("https://notcorp.example/")).isNotEqualTo(Proxy.NO_PROXY);
  }

  @Test
  void exceptionsMayHaveAPortOrAStar() {
    var proxies =
        new EnvironmentProxies(
            Map.of("HTTP_PROXY", "proxy.example", "no_proxy", "a.example:8080,*.b.example"));
    assertThat(proxies.select(URI.create("http://a.example:8080/")))
        .containsExactly(Proxy.NO_PROXY);
    assertThat(proxies.select(URI.create("http://a.example/")).getFirst().address())
        .isEqualTo(InetSocketAddress.createUnresolved("proxy.example", 80));
    assertThat(proxies.select(URI.create("http://x.b.example/"))).containsExactly(Proxy.NO_PROXY);
  }

  @Test
  void loginIsTakenFromTheAddressAndSentToTheProxyOnly() {
    var proxies =
        new EnvironmentProxies(
            Map.of("HTTP_PROXY", "http://me:a%3Ab@proxy.example:1", "NO_PROXY", "near.example"));
    assertThat(login(proxies, "http://far.example/"))
        .isEqualTo("Basic " + Base64.getEncoder().encodeToString("me:a:b".getBytes(UTF_8)));
    assertThat(login(proxies, "http://near.example/")).isNull();
    assertThat(login(proxies, "https://far.example/")).isNull();
  }

  @Test
  void valueThatNamesNoProxyIsRefusedWithoutBeingShown() {
    for (var value : new String[] {"http://", "socks5://proxy.example", "http://me:s^@proxy"}) {
      var proxies = new EnvironmentProxies(Map.of("HTTPS_PROXY", value));
      assertThat(proxies.flaw(URI.create("https://far.example")))
          .startsWith("HTTPS_PROXY is no address")
          .doesNotContain("s^");
      assertThat(proxies.flaw(URI.create("http://far.example"))).isNull();
    }
  }

  private static String login(EnvironmentProxies proxies, String address) {
    var uri = URI.create(address);
    return proxies
        .authorize(HttpRequest.newBuilder(uri), uri)
        .build()
        .headers()
        .firstValue("Proxy-Authorization")
        .orElse(null);
  }

  private static Proxy select(String uri) {
    return new EnvironmentProxies(ENVIRONMENT).select(URI.create(uri)).getFirst();
  }
}
