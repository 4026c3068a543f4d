package io.agentservice.cli.home;

import io.agentservice.cli.process.CommandFailure;
import java.net.URI;
import java.net.URISyntaxException;

/** Addresses of services, as people write them. */
public final class ServiceAddress {
  private ServiceAddress() {}

  /**
   * The address without its last slashes.
   *
   * @throws CommandFailure when it is none
   */
  public static URI of(String text) {
    try {
      var url = new URI(text.strip().replaceAll("/+$", ""));
      if (url.getHost() != null && url.getScheme() != null && url.getScheme().startsWith("http")) {
        return url;
      }
    } catch (URISyntaxException _) {
      // The same message serves.
    }
    throw CommandFailure.usage(
        "'%s' is no address of a service".formatted(text), "e.g. http://127.0.0.1:8080");
  }

  /** True for an address of this machine. */
  public static boolean isLocal(String url) {
    var host = URI.create(url).getHost();
    return host != null
        && (host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]"));
  }
}
