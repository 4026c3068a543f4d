package io.agentservice.server.base.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Authenticator;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.Router;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Deprecation;
import io.agentservice.server.base.http.answers.WireName;
import io.agentservice.server.base.http.limits.ClientAddresses;
import io.agentservice.server.base.http.limits.RateLimits;
import io.agentservice.server.base.http.limits.RateLimits.Quota;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.http.requests.Idempotency;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.testing.OnServer;
import io.agentservice.server.testing.RawHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A listener that has less patience than the usual one. */
class SlowBodyIT extends OnServer {

  @Test
  void aBodyThatStopsComingIsATimeout() throws IOException {
    try (var database = server.openDatabase()) {
      var addresses = new ClientAddresses(List.of());
      var router =
          new Router(
              new Gate(new Authenticator(database), database, new Addresses(null, null, null)),
              new Throttle(new RateLimits(new Quota(0, 0, 0, 0)), addresses),
              new Idempotency(database, new Vault(MasterKey.fresh())),
              WireName.AGENT,
              new Deprecation(null),
              1,
              new Metrics());
      var route =
          Route.post(
              "/",
              Access.open(),
              request -> {
                request.body();
                return Answer.noContent();
              });
      try (var impatient =
              HttpServer.start(
                  "127.0.0.1",
                  0,
                  Duration.ofMillis(300),
                  HttpServer.Content.of(Map.of("/*", router.servlet(List.of(route)))));
          var connection = RawHttp.connect(impatient.address())) {
        connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{");
        var reply = connection.reply().refused(408, "request_timeout");
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.header("X-Request-Id")).isEqualTo(reply.text("/request_id"));
      }
    }
  }
}
