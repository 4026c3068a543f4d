package io.agentservice.server.base.forges;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** GitLab, REST version 4; its merge requests are pull requests here. */
record GitLab(ForgeCalls calls) implements Forge {
  @Override
  public List<ForgeRepository> repositories() {
    return calls.pages(
        page ->
            "/projects?membership=true&order_by=id&sort=asc&per_page=%d&page=%d"
                .formatted(ForgeCalls.PAGE, page),
        Function.identity(),
        node -> calls.repository(node, "id", "path_with_namespace", "last_activity_at"));
  }

  @Override
  public Optional<ForgePullRequest> pullRequest(String path, long number) {
    return calls
        .find("/projects/%s/merge_requests/%d".formatted(ForgeCalls.segment(path), number))
        .map(node ->
            new ForgePullRequest(GitLabPullRequests.state(node), ForgeCalls.text(node, "sha")));
  }

  @Override
  public Optional<ForgePullRequests> pullRequests(String path) {
    return Optional.of(new GitLabPullRequests(calls, path));
  }
}
