package io.agentservice.server.engine.pullrequests;

import io.agentservice.server.base.repositories.RepoName;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

public record PullRequestAddress(String url, RepoName repository, long number) {
  /** The longest text that is read as one, in characters. */
  public static final int MAX_LENGTH = 2083;

  static final Pattern FORM =
      Pattern.compile(
          "https://(?<host>[A-Za-z0-9][A-Za-z0-9.-]{0,252}(?::[0-9]{1,5})?)"
              + "(?<path>(?<repo>(?:/[A-Za-z0-9._~%+-]{1,200}){1,20}?)"
              + "/(?:pull|-/merge_requests|pull-requests|pullrequest)/(?<number>[0-9]{1,18}))"
              + "(?![A-Za-z0-9_%-])");

  /** How Bitbucket Data Center writes {@code ops/tool}. */
  private static final Pattern PROJECT =
      Pattern.compile("/projects/(?<project>[^/]+)/repos/(?<repo>[^/]+)");

  /** Null for a text that is none; what comes behind the number is left out. */
  public static @Nullable PullRequestAddress parse(String text) {
    var found = FORM.matcher(text);
    if (text.length() > MAX_LENGTH || !found.lookingAt() || !endsAt(text, found.end())) {
      return null;
    }
    String host = found.group("host").toLowerCase(Locale.ROOT);
    var project = PROJECT.matcher(found.group("repo"));
    String path =
        project.matches()
            ? project.group("project").toLowerCase(Locale.ROOT) + "/" + project.group("repo")
            : found.group("repo").substring(1);
    var repository = new RepoName(host, path);
    return repository.isPlain()
        ? new PullRequestAddress(
            "https://" + host + found.group("path"),
            repository,
            Long.parseLong(found.group("number")))
        : null;
  }

  private static boolean endsAt(String text, int end) {
    return end == text.length() || "/?#".indexOf(text.charAt(end)) >= 0;
  }
}
