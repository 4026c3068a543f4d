package io.agentservice.cli.demo;

import io.agentservice.cli.process.CommandFailure;
import java.util.Locale;

/**
 * A repository at a git host, from which a session is to take it.
 *
 * @param path {@code owner/repo}, or below several groups
 */
public record HostedRepository(Kind kind, String path) {
  /** Whose wire format the host speaks. */
  public enum Kind {
    GITHUB,
    GITLAB
  }

  /** Of a path at GitHub, or of another kind's word and a path. */
  static HostedRepository of(String text) {
    int space = text.indexOf(' ');
    if (space < 0) {
      return new HostedRepository(Kind.GITHUB, text);
    }
    try {
      var kind = Kind.valueOf(text.substring(0, space).toUpperCase(Locale.ROOT));
      return new HostedRepository(kind, text.substring(space).strip());
    } catch (IllegalArgumentException _) {
      throw CommandFailure.usage(
          "no demo has a git host for the repository " + text,
          "write its path, with github or gitlab before it");
    }
  }

  /** The directory that a session checks it out into. */
  String directory() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
