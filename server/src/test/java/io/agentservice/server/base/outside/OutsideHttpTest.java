package io.agentservice.server.base.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutsideHttpTest {
  private final AtomicInteger asked = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          exchange.getResponseHeaders().add("Location", "/elsewhere");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Response ask(String host, Set<String> trusted) throws IOException {
    var url = "http://%s:%d/".formatted(host, server.getAddress().getPort());
    return new OutsideHttp(new OutsideHosts(trusted, "AGENT_X_HOSTS"))
        .client()
        .newCall(new Request.Builder().url(url).build())
        .execute();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "127.0.0.1", "127.1", "2130706433", "[::1]", "[::ffff:10.0.0.1]"})
  void everyWayToWriteAnAddressIsJudged(String host) {
    assertThatThrownBy(() -> ask(host, Set.of()))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("not public")
        .hasMessageContaining("AGENT_X_HOSTS");
    assertThat(asked).hasValue(0);
  }

  @Test
  void aTrustedOneIsTakenInAnyCaseAndItsRedirectIsNotFollowed() throws Exception {
    try (var response = ask("127.0.0.1", Set.of("LocalHost", "127.0.0.1"))) {
      assertThat(response.code()).isEqualTo(302);
    }
    assertThat(asked).hasValue(1);
  }
}
