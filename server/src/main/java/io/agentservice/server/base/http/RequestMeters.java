package io.agentservice.server.base.http;

import io.agentservice.server.base.metrics.Metrics;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;

/** Counts and times what the router answers. Thread-safe. */
final class RequestMeters {
  /** Of what no route is there for: such paths and methods could be any. */
  private static final String NONE = "none";

  private static final double[] BOUNDS = {
    0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
  };

  private final Counter requests;
  private final Histogram seconds;

  RequestMeters(Metrics metrics) {
    requests =
        metrics.counter(
            "http_requests",
            "Requests answered, streams when they end",
            "method",
            "route",
            "status");
    seconds =
        metrics.seconds(
            "http_request",
            "From a request to its whole answer; without streams and long polls",
            BOUNDS,
            "method");
  }

  Watch begin() {
    return new Watch();
  }

  /** One request, on its thread. */
  final class Watch {
    private final long begun = System.nanoTime();
    private String method = NONE;
    private String route = NONE;
    private boolean waits;

    void of(Route found) {
      method = found.method().name();
      route = found.path();
    }

    /** It lasts as long as its caller likes. */
    void waits() {
      waits = true;
    }

    void end(int status) {
      requests.labelValues(method, route, Integer.toString(status)).inc();
      if (!waits) {
        seconds.labelValues(method).observe((System.nanoTime() - begun) / 1e9);
      }
    }
  }
}
