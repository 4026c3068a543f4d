package io.agentservice.server.base.forges;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The kinds of hosts that a token opens (api-enterprise.md 14). */
public enum Provider {
  GITHUB_TOKEN("x-access-token"),
  GITHUB_INDIVIDUAL_TOKEN("x-access-token"),
  GITLAB_TOKEN("oauth2"),
  BITBUCKET_TOKEN("x-token-auth");

  private final String gitUser;

  Provider(String gitUser) {
    this.gitUser = gitUser;
  }

  /** On the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** That of the word, which is one of the {@link #words}. */
  public static Provider of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(Provider::word).toList();
  }

  /** The name beside which git gives the token as a password. */
  public String gitUser() {
    return gitUser;
  }
}
