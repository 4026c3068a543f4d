package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.repositories.RepoName;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A repository on a host as git asks for it, in its one spelling.
 *
 * @param host in lower case, with its port if it has one
 * @param path {@code owner/repo}, without {@code .git}
 */
public record RepositoryAddress(String host, String path) {
  private static final Pattern HOST = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]+)?");

  /** A host reads what follows as no part of the path, so two texts would name one repository. */
  private static final Pattern PARAMETER = Pattern.compile("[;&]");

  private static final Pattern SLASHES = Pattern.compile("^/+|/+$");

  /** Left of a name once it is left out: hosts differ in how often they do so. */
  private static final String GIT = ".git";

  /** Longer names are nobody's. */
  private static final int LONGEST_HOST = 255;

  /** Empty when the texts name no repository, or one that its host could read as another. */
  static Optional<RepositoryAddress> of(String host, String path) {
    String name = host.toLowerCase(Locale.ROOT);
    String bare = SLASHES.matcher(path).replaceAll("");
    if (name.length() > LONGEST_HOST
        || !HOST.matcher(name).matches()
        || PARAMETER.matcher(bare).find()) {
      return Optional.empty();
    }
    var found = RepoName.parseOrAddress("https://" + name + "/" + bare);
    return found == null
            || !found.isPlain()
            || RepoName.isTooLong(found.path())
            || found.path().toLowerCase(Locale.ROOT).endsWith(GIT)
        ? Optional.empty()
        : Optional.of(new RepositoryAddress(name, found.path()));
  }

  RepoName name() {
    return new RepoName(host, path);
  }

  byte[] bytes() {
    return toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return host + "/" + path;
  }
}
