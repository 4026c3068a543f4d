package io.agentservice.llm.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.Test;

class ProviderHttpTest {

  @Test
  void whatIsWrittenIsSentAtOnceAndConnectionsAreKept() throws Exception {
    var connection = new Connection(null, null, Duration.ofSeconds(20));
    var sockets = new ArrayList<Socket>();
    var delays = new ArrayList<Boolean>();
    try (var server = new OpenAiWireServer();
        var http = new ProviderHttp(connection)) {
      var client =
          http.client()
              .newBuilder()
              .addNetworkInterceptor(chain -> {
                var used = Objects.requireNonNull(chain.connection()).socket();
                sockets.add(used);
                delays.add(!used.getTcpNoDelay());
                return chain.proceed(chain.request());
              })
              .build();
      for (int i = 0; i < 3; i++) {
        server.raw(200, "text/plain", "hello");
        var body = RequestBody.create("{}".getBytes(StandardCharsets.UTF_8));
        var request = new Request.Builder().url(server.baseUrl() + "/chat/completions").post(body);
        client.newCall(request.build()).execute().close();
      }
    }

    assertThat(delays).isEqualTo(List.of(false, false, false));
    assertThat(sockets).containsOnly(sockets.getFirst());
  }

  /** With HTTP/2 nothing else tells a dead connection from a model that thinks for long. */
  @Test
  void connectionsArePinged() {
    try (var http = new ProviderHttp(new Connection(null, null, Duration.ofMinutes(10)))) {
      assertThat(http.client().pingIntervalMillis()).isBetween(1, 30_000);
    }
  }
}
