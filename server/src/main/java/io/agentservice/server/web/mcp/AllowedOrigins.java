package io.agentservice.server.web.mcp;

import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.edge.CrossOrigins;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which pages may ask. A page's own name can be made to lead to this machine, so the host that a
 * request names says nothing; the address that is set does.
 *
 * @param others as in {@link CrossOrigins}
 */
public record AllowedOrigins(Addresses addresses, List<String> others) {
  public AllowedOrigins {
    others = List.copyOf(others);
  }

  /** {@code origin} is null for what is no page. */
  boolean allow(@Nullable String origin) {
    return origin == null
        || origin.equals(addresses.origin())
        || others.contains(origin)
        || others.contains(CrossOrigins.ANY);
  }
}
