package io.agentservice.client.http;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;

/**
 * Where the service is and how long to wait for it.
 *
 * @param baseUrl {base_url}: http or https, with a host; a path is kept, a trailing slash is not
 * @param token sent as bearer token
 * @param connectTimeout for a new connection
 * @param requestTimeout for a whole answer, streams excepted
 */
public record ClientSettings(
    URI baseUrl, String token, Duration connectTimeout, Duration requestTimeout) {

  /** Checks the address. */
  public ClientSettings {
    var scheme = baseUrl.getScheme() == null ? "" : baseUrl.getScheme().toLowerCase(Locale.ROOT);
    if (!(scheme.equals("http") || scheme.equals("https")) || baseUrl.getHost() == null) {
      throw new IllegalArgumentException(
          "The API address must look like https://agent.example.com, not '" + baseUrl + "'");
    }
    if (baseUrl.getRawUserInfo() != null || baseUrl.getRawQuery() != null) {
      throw new IllegalArgumentException("The API address takes no user information and no query");
    }
    var text = baseUrl.toString();
    if (text.endsWith("/")) {
      baseUrl = URI.create(text.replaceAll("/+$", ""));
    }
    if (token.isBlank() || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException("The token is empty or has characters no token has");
    }
  }

  /** The usual times: 10 s to connect, 30 s for an answer. */
  public static ClientSettings of(URI baseUrl, String token) {
    return new ClientSettings(baseUrl, token, Duration.ofSeconds(10), Duration.ofSeconds(30));
  }

  /** The same with another time for an answer. */
  public ClientSettings withRequestTimeout(Duration timeout) {
    return new ClientSettings(baseUrl, token, connectTimeout, timeout);
  }

  /** Never shows the token. */
  @Override
  public String toString() {
    return "ClientSettings[baseUrl=" + baseUrl + "]";
  }
}
