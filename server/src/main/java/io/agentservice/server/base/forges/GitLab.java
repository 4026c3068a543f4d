package io.agentservice.server.base.forges;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** GitLab, REST version 4; its merge requests are pull requests here. */
final class GitLab implements Forge {
  private final ForgeCalls calls;

  GitLab(ForgeCalls calls) {
    this.calls = calls;
  }

  @Override
  public List<ForgeRepository> repositories() {
    return calls.pages(
        page ->
            "/projects?membership=true&order_by=id&sort=asc&per_page=%d&page=%d"
                .formatted(ForgeCalls.PAGE, page),
        Function.identity(),
        this::repository);
  }

  private ForgeRepository repository(JsonNode node) {
    return new ForgeRepository(
        calls.required(node, "id"),
        calls.required(node, "name"),
        calls.required(node, "path_with_namespace"),
        ForgeCalls.text(node, "description"),
        null,
        ForgeCalls.time(node, "last_activity_at"));
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
