package io.agentservice.server.base.forges;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** bitbucket.org, REST version 2. It lists repositories of one workspace at a time. */
record BitbucketCloud(ForgeCalls calls) implements Forge {
  private static final String VALUES = "values";

  @Override
  public List<ForgeRepository> repositories() {
    var workspaces =
        calls.pages(
            page -> "/user/workspaces?pagelen=%d&page=%d".formatted(ForgeCalls.PAGE, page),
            answer -> answer.path(VALUES),
            access -> calls.required(access.path("workspace"), "slug"));
    return workspaces.stream()
        .flatMap(workspace -> repositories(workspace).stream())
        .limit(MOST_REPOSITORIES)
        .toList();
  }

  private List<ForgeRepository> repositories(String workspace) {
    return calls.pages(
        page ->
            "/repositories/%s?pagelen=%d&page=%d"
                .formatted(ForgeCalls.segment(workspace), ForgeCalls.PAGE, page),
        answer -> answer.path(VALUES),
        node -> calls.repository(node, "uuid", "full_name", "updated_on"));
  }

  @Override
  public Optional<ForgePullRequest> pullRequest(String path, long number) {
    return calls
        .find("/repositories/%s/pullrequests/%d".formatted(ForgeCalls.segments(path), number))
        .map(node ->
            new ForgePullRequest(
                state(node), ForgeCalls.text(node.path("source").path("commit"), "hash")));
  }

  /** Both kinds of Bitbucket tell it so. */
  static ForgePullRequest.State state(JsonNode node) {
    String state = ForgeCalls.text(node, "state");
    return ForgePullRequest.state(
        "OPEN".equals(state), node.path("draft").asBoolean(false), "MERGED".equals(state));
  }
}
