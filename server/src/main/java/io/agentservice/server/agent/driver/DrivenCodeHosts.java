package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.tools.CodeHosts;
import io.agentservice.server.agent.loop.tools.ToolInputException;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.forges.ForgePullRequests;
import io.agentservice.server.base.forges.Provider;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.git.GitRepositories.Reached;
import io.agentservice.server.engine.pullrequests.PullRequestAddress;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.Session;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The organization's permissions say what is reached, and how. */
record DrivenCodeHosts(Sources sources, Scope scope, SessionId session, Sessions sessions)
    implements CodeHosts {

  @Override
  public CodeHost of(@Nullable String repository) {
    var current = Reach.of(() -> sessions.find(session).orElseThrow());
    var name = named(current.task().repos(), repository);
    var reached = Reach.of(() -> sources.repositories().reach(scope, name)).orElse(null);
    String host = reached == null ? name.host() : reached.connection().host();
    if (host == null) {
      throw new ToolInputException(
          "No git permission of the organization covers %s, and no host is named: where it is can't be told."
              .formatted(name.path()));
    }
    return new Hosted(host.toLowerCase(Locale.ROOT), name.path(), reached, current);
  }

  private static RepoName named(List<String> ours, @Nullable String repository) {
    if (repository == null && ours.size() != 1) {
      throw new ToolInputException(
          "Name the repository; those of the session: " + String.join(", ", ours));
    }
    String text = repository == null ? ours.getFirst() : repository;
    var name = RepoName.parseOrAddress(RepoName.withoutRef(text));
    if (name == null || !name.isPlain()) {
      throw new ToolInputException(
          text + " is no repository: write owner/repo or host/owner/repo.");
    }
    return name;
  }

  private final class Hosted implements CodeHost {
    private final String host;
    private final String path;
    private final @Nullable Reached reached;
    private final Session current;

    Hosted(String host, String path, @Nullable Reached reached, Session current) {
      this.host = host;
      this.path = path;
      this.reached = reached;
      this.current = current;
    }

    @Override
    public String name() {
      return host + "/" + path;
    }

    @Override
    public boolean readOnly() {
      return reached != null && reached.permission().rule().readOnly();
    }

    @Override
    public Optional<ForgePullRequests> pullRequests() {
      return Optional.ofNullable(reached)
          .flatMap(way -> Reach.of(() -> sources.repositories().pullRequests(way)));
    }

    @Override
    public List<String> pushedBranches() {
      return Reach.of(() -> sources.access().pushedBranches(session, host, path));
    }

    @Override
    public boolean isOfSession(long number) {
      return current.results().pullRequests().stream()
          .map(known -> PullRequestAddress.parse(known.url()))
          .anyMatch(address ->
              address != null
                  && address.number() == number
                  && address.repository().path().equalsIgnoreCase(path));
    }

    @Override
    public String compareAddress(String head, @Nullable String base) {
      String address = "https://" + name();
      return switch (kind()) {
        case GITLAB_TOKEN ->
            address
                + "/-/merge_requests/new?merge_request%5Bsource_branch%5D="
                + escaped(head)
                + (base == null ? "" : "&merge_request%5Btarget_branch%5D=" + escaped(base));
        case BITBUCKET_TOKEN ->
            address
                + "/pull-requests/new?source="
                + escaped(head)
                + (base == null ? "" : "&dest=" + escaped(base));
        case GITHUB_TOKEN, GITHUB_INDIVIDUAL_TOKEN ->
            address
                + "/compare/"
                + (base == null ? "" : escaped(base) + "...")
                + escaped(head)
                + "?expand=1";
      };
    }

    /** Without a connection its name is all that tells what kind of host it is. */
    private Provider kind() {
      if (reached != null) {
        return reached.connection().provider();
      }
      if (host.contains("gitlab")) {
        return Provider.GITLAB_TOKEN;
      }
      return host.contains("bitbucket") ? Provider.BITBUCKET_TOKEN : Provider.GITHUB_TOKEN;
    }

    private static String escaped(String branch) {
      return URLEncoder.encode(branch, StandardCharsets.UTF_8)
          .replace("+", "%20")
          .replace("%2F", "/");
    }
  }
}
