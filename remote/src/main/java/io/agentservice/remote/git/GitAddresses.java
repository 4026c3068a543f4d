package io.agentservice.remote.git;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where git finds repositories: below the gateway, by their host and path there.
 *
 * @param base address with a slash at the end, of http or https
 */
record GitAddresses(String base) {
  /** Beside the {@code wss} address of a session's gateway, which ends with its id. */
  static GitAddresses beside(URI gateway) {
    var scheme = gateway.getScheme().equals("wss") ? "https" : "http";
    var path = gateway.getRawPath().replaceFirst("/sessions/[^/]*$", "/git/");
    return new GitAddresses(scheme + "://" + gateway.getRawAuthority() + path);
  }

  /** A repository on its host; the path as git wrote it. */
  record Repository(String host, String path) {}

  /** The repository that git asks for, in the words of its helpers; empty for any other place. */
  Optional<Repository> asked(Map<String, String> question) {
    var address =
        "%s://%s/%s"
            .formatted(question.get("protocol"), question.get("host"), question.get("path"));
    if (!address.startsWith(base)) {
      return Optional.empty();
    }
    var place = address.substring(base.length());
    int slash = place.indexOf('/');
    return slash < 1 || slash == place.length() - 1
        ? Optional.empty()
        : Optional.of(
            new Repository(
                place.substring(0, slash).toLowerCase(Locale.ROOT), place.substring(slash + 1)));
  }

  /**
   * What git is to be configured with, in this order: to look for the hosts' repositories here, and
   * to ask the helper alone, for each repository by itself.
   *
   * @param helper a shell command
   * @param variables the remote's own: whom it trusts is said there
   */
  List<Entry<String, String>> settings(
      List<String> hosts, String helper, Map<String, String> variables) {
    if (hosts.isEmpty()) {
      return List.of();
    }
    var here =
        Stream.of(
            // Helpers that others set up would be asked first, and told the credential.
            Map.entry("credential." + base + ".helper", ""),
            Map.entry("credential." + base + ".helper", helper),
            Map.entry("credential." + base + ".useHttpPath", "true"),
            Map.entry("http." + base + ".followRedirects", "false"));
    return Stream.of(here, trust(variables), hosts.stream().flatMap(this::rewritten))
        .flatMap(entries -> entries)
        .toList();
  }

  private Stream<Entry<String, String>> rewritten(String host) {
    var key = "url." + base + host + "/.insteadOf";
    var name = host.replaceFirst(":[0-9]+$", "");
    return Stream.of(
            "https://" + host + "/",
            "http://" + host + "/",
            "ssh://git@" + name + "/",
            "git@" + name + ":")
        .map(written -> Map.entry(key, written));
  }

  /** Git does not read the variables by which other programs learn whom to trust. */
  private Stream<Entry<String, String>> trust(Map<String, String> variables) {
    return Stream.of(
            Map.entry("SSL_CERT_FILE", "sslCAInfo"), Map.entry("SSL_CERT_DIR", "sslCAPath"))
        .filter(pair -> !variables.getOrDefault(pair.getKey(), "").isBlank())
        .map(pair ->
            Map.entry("http." + base + "." + pair.getValue(), variables.get(pair.getKey())));
  }
}
