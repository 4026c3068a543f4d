package io.agentservice.server.testing;

import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.Router;
import io.agentservice.server.base.http.answers.Deprecation;
import io.agentservice.server.base.http.answers.WireName;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.edge.HttpServer;
import io.agentservice.server.base.http.limits.ClientAddresses;
import io.agentservice.server.base.http.limits.RateLimits;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.http.requests.Idempotency;
import io.agentservice.server.base.metrics.Metrics;
import jakarta.servlet.http.HttpServlet;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Routes that ask for no credential, served on a free port without a database. */
public final class OpenRoutes implements AutoCloseable {
  private final HttpServer http;

  public OpenRoutes(List<Route> routes) {
    http = HttpServer.start("127.0.0.1", 0, HttpServer.Content.of(Map.of("/*", servlet(routes))));
  }

  /** The same for a listener of the test's own. */
  public static HttpServlet servlet(List<Route> routes) {
    var limits = new RateLimits(new RateLimits.Quota(0, 0, 0, 0));
    var router =
        new Router(
            new Gate(null, null, new Addresses(null, null, null)),
            new Throttle(limits, new ClientAddresses(List.of())),
            new Idempotency(null, null),
            WireName.AGENT,
            new Deprecation(null),
            100,
            new Metrics());
    return router.servlet(routes);
  }

  public URI uri(String path) {
    return URI.create(http.address() + path);
  }

  @Override
  public void close() {
    http.close();
  }
}
