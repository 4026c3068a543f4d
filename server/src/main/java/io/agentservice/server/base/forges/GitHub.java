package io.agentservice.server.base.forges;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** GitHub and GitHub Enterprise Server, REST version 3. */
final class GitHub implements Forge {
  private final ForgeCalls calls;

  GitHub(ForgeCalls calls) {
    this.calls = calls;
  }

  @Override
  public List<ForgeRepository> repositories() {
    return calls.pages(
        page -> "/user/repos?sort=full_name&per_page=%d&page=%d".formatted(ForgeCalls.PAGE, page),
        Function.identity(),
        this::repository);
  }

  private ForgeRepository repository(JsonNode node) {
    return new ForgeRepository(
        calls.required(node, "id"),
        calls.required(node, "name"),
        calls.required(node, "full_name"),
        ForgeCalls.text(node, "description"),
        ForgeCalls.text(node, "language"),
        ForgeCalls.time(node, "updated_at"));
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
