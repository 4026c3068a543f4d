package io.agentservice.server.context.indexing.permitted;

import io.agentservice.server.base.repositories.RepoName;
import java.util.Comparator;

/** {@code owner/repo} on a host, in lower case and with its port. */
public record HostedRepository(String host, String path) implements Comparable<HostedRepository> {
  private static final Comparator<HostedRepository> BY_PATH =
      Comparator.comparing(HostedRepository::path).thenComparing(HostedRepository::host);

  @Override
  public int compareTo(HostedRepository other) {
    return BY_PATH.compare(this, other);
  }

  /** By its path on any host, with its host, or by its address. */
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

  /** Its place in a list: a blank sorts before all characters of paths. */
  public String key() {
    return path + " " + host;
  }
}
