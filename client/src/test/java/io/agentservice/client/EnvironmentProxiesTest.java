package io.agentservice.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
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

  private static Proxy select(String uri) {
    return new EnvironmentProxies(ENVIRONMENT).select(URI.create(uri)).getFirst();
  }
}
