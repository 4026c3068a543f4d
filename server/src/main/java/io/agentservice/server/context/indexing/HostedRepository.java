package io.agentservice.server.context.indexing;

import io.agentservice.server.base.repositories.RepoName;
import java.util.Comparator;

/**
 * A repository on its host: the same path on another host is another repository.
 *
 * @param host in lower case, with its port if it has one
 * @param path {@code owner/repo}
 */
public record HostedRepository(String host, String path) implements Comparable<HostedRepository> {
  private static final Comparator<HostedRepository> BY_PATH =
      Comparator.comparing(HostedRepository::path).thenComparing(HostedRepository::host);

  @Override
  public int compareTo(HostedRepository other) {
    return BY_PATH.compare(this, other);
  }

  /** Whether a text names it: by its path on any host, with its host, or by its address. */
  public boolean isNamed(String text) {
    var name = RepoName.of(text);
    return text.equals(toString())
        || (name.path().equals(path) && (name.host() == null || name.host().equals(host)));
  }

  RepoName name() {
    return new RepoName(host, path);
  }

  @Override
  public String toString() {
    return host + "/" + path;
  }

  /** Where it stands in a list: a blank is before all that a path can hold. */
  String key() {
    return path + " " + host;
  }
}
