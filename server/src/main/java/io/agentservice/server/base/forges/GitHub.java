package io.agentservice.server.base.forges;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** GitHub and GitHub Enterprise Server, REST version 3. */
record GitHub(ForgeCalls calls) implements Forge {
  @Override
  public List<ForgeRepository> repositories() {
    return calls.pages(
        page -> "/user/repos?sort=full_name&per_page=%d&page=%d".formatted(ForgeCalls.PAGE, page),
        Function.identity(),
        node -> calls.repository(node, "id", "full_name", "updated_at"));
  }

  @Override
  public Optional<ForgePullRequest> pullRequest(String path, long number) {
    return calls
        .find("/repos/%s/pulls/%d".formatted(ForgeCalls.segments(path), number))
        .map(node ->
            new ForgePullRequest(
                GitHubPullRequests.state(node), ForgeCalls.text(node.path("head"), "sha")));
  }

  @Override
  public Optional<ForgePullRequests> pullRequests(String path) {
    return Optional.of(new GitHubPullRequests(calls, path));
  }
}
