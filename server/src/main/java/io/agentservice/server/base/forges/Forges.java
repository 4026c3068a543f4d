package io.agentservice.server.base.forges;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Opens hosts. */
public final class Forges implements AutoCloseable {
  /** So long may all calls of an operation take. */
  public static final int LONGEST_SECONDS = 30;

  private static final String CLOUD = "bitbucket.org";
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Pattern LOOPBACK =
      Pattern.compile("(?:.+\\.)?localhost|127(?:\\.[0-9]{1,3}){3}");

  private final HostConnection connection = new HostConnection(CONNECT);

  /** {@code host} is a name with an optional port. */
  public Forge open(Provider provider, String host, String token) {
    String root = address(host);
    String bearer = "Bearer " + token;
    return switch (provider) {
      case GITHUB_TOKEN, GITHUB_INDIVIDUAL_TOKEN ->
          new GitHub(
              calls(
                  host,
                  host.equalsIgnoreCase("github.com") ? "https://api.github.com" : root + "/api/v3",
                  Map.of(
                      "Authorization", bearer,
                      "Accept", "application/vnd.github+json",
                      "X-GitHub-Api-Version", "2022-11-28")));
      case GITLAB_TOKEN ->
          new GitLab(calls(host, root + "/api/v4", Map.of("PRIVATE-TOKEN", token)));
      case BITBUCKET_TOKEN -> {
        var headers = Map.of("Authorization", bearer);
        yield host.equalsIgnoreCase(CLOUD)
            ? new BitbucketCloud(calls(host, "https://api.bitbucket.org/2.0", headers))
            : new BitbucketServer(calls(host, root + "/rest/api/1.0", headers));
      }
    };
  }

  ForgeCalls calls(String host, String root, Map<String, String> headers) {
    return new ForgeCalls(
        connection.http(), host, root, headers, Duration.ofSeconds(LONGEST_SECONDS));
  }

  /** {@code https}, or {@code http} on the machine itself. */
  public static String address(String host) {
    String name = host.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
    return (LOOPBACK.matcher(name).matches() ? "http://" : "https://") + host;
  }

  /** Git's address of {@code owner/repo}; on a Bitbucket Data Center below {@code scm}. */
  public static String cloneAddress(Provider provider, String host, String path) {
    boolean ofOnesOwn = provider == Provider.BITBUCKET_TOKEN && !host.equalsIgnoreCase(CLOUD);
    return cloneAddress(host, ofOnesOwn ? "scm/" + path : path);
  }

  /** Where git finds a repository of a host that has nothing before its path. */
  public static String cloneAddress(String host, String path) {
    return address(host) + "/" + escaped(path) + ".git";
  }

  /** What no address may hold; letters of any language stay, in the form that they have. */
  private static String escaped(String path) {
    try {
      return new URI(null, null, "/" + path, null).getRawPath().substring(1);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("no path of a repository", e);
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
