package io.agentservice.server.base.http.edge;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.handler.CrossOriginHandler;

/**
 * Lets pages of other origins ({@code AGENT_CORS_ORIGINS}) call the API with a key, not with our
 * cookies (completions.md 4).
 */
public final class CrossOrigins {
  public static final String ANY = "*";

  private static final Duration REMEMBERED = Duration.ofMinutes(10);
  private static final Pattern ORIGIN = Pattern.compile("https?://[^/?#\\s@*]+");
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  private static final Set<String> SENT =
      Set.of(
          "Authorization",
          "Content-Type",
          "Idempotency-Key",
          "If-None-Match",
          "If-Range",
          "Last-Event-ID",
          "MCP-Protocol-Version",
          "Range",
          "traceparent",
          "X-Agent-Origin",
          "X-Request-Id");
  private static final Set<String> READ =
      Set.of(
          "Content-Disposition",
          "Content-Range",
          "Deprecation",
          "ETag",
          "Agent-Changes",
          "Idempotency-Replayed",
          "Link",
          "Location",
          "RateLimit",
          "RateLimit-Policy",
          "Retry-After",
          "Sunset",
          "WWW-Authenticate",
          "X-Request-Id",
          "X-Should-Retry");

  private CrossOrigins() {}

  /** Whether a text names an origin, such as {@code https://console.example.org:8443}. */
  public static boolean isOrigin(String text) {
    return text.equals(ANY) || ORIGIN.matcher(text).matches();
  }

  /** Without origins nothing stands before the handler. */
  static Handler before(Handler next, List<String> origins) {
    if (origins.isEmpty()) {
      return next;
    }
    var handler = new CrossOriginHandler();
    handler.setAllowedOriginPatterns(
        origins.stream().map(CrossOrigins::pattern).collect(Collectors.toSet()));
    handler.setAllowedMethods(METHODS);
    handler.setAllowedHeaders(SENT);
    handler.setExposedHeaders(READ);
    handler.setAllowCredentials(false);
    handler.setPreflightMaxAge(REMEMBERED);
    handler.setDeliverPreflightRequests(true); // answered like any other OPTIONS
    handler.setHandler(next);
    return handler;
  }

  private static String pattern(String origin) {
    return origin.equals(ANY) ? ANY : Pattern.quote(origin);
  }
}
