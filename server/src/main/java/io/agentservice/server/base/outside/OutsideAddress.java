package io.agentservice.server.base.outside;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Addresses of other services, as organizations give them. */
public final class OutsideAddress {
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private OutsideAddress() {}

  /** An http or https address with a host, without user and fragment; empty for other texts. */
  public static Optional<URI> of(String text) {
    try {
      var uri = new URI(text);
      var scheme = uri.getScheme();
      return scheme != null
              && SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))
              && uri.getHost() != null
              && uri.getRawUserInfo() == null
              && uri.getRawFragment() == null
          ? Optional.of(uri)
          : Optional.empty();
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }
}
