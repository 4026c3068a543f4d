package io.agentservice.server.base.http.limits;

import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.problems.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;

/** Counts requests and tells callers their standing (completions.md 9). */
public final class Throttle {
  private final RateLimits limits;
  private final ClientAddresses addresses;

  public Throttle(RateLimits limits, ClientAddresses addresses) {
    this.limits = limits;
    this.addresses = addresses;
  }

  public ClientAddresses addresses() {
    return addresses;
  }

  /** Counts a request without a valid credential, but for this machine's; throws a 429. */
  public void countAnonymous(HttpServletRequest request, HttpServletResponse response) {
    if (!addresses.isLocal(request)) {
      count(Policy.ANONYMOUS, addresses.of(request), response);
    }
  }

  /** Counts a request of a credential. */
  public void count(Policy policy, String who, HttpServletResponse response) {
    if (limits.isOff(policy)) {
      return;
    }
    var standing = limits.count(policy, who);
    String name = policy.name().toLowerCase(Locale.ROOT);
    response.setHeader("RateLimit-Policy", "\"%s\";q=%d;w=60".formatted(name, standing.quota()));
    response.setHeader(
        "RateLimit",
        "\"%s\";r=%d;t=%d".formatted(name, Math.max(standing.left(), 0), standing.seconds()));
    if (standing.exceeded()) {
      throw Problem.other(429, "rate_limited", "Too many requests", "Wait, then try again")
          .withHeader("Retry-After", Long.toString(standing.seconds()))
          .exception();
    }
  }
}
