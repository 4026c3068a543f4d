package io.agentservice.server.base.forges;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Bitbucket Data Center on a host of one's own, REST version 1.0: {@code project/repo}. */
record BitbucketServer(ForgeCalls calls) implements Forge {
  @Override
  public List<ForgeRepository> repositories() {
    return calls.pages(
        page -> "/repos?limit=%d&start=%d".formatted(ForgeCalls.PAGE, (page - 1) * ForgeCalls.PAGE),
        answer -> answer.path("values"),
        this::repository);
  }

  /** The key of a project is in capitals, addresses of git are in small letters. */
  private ForgeRepository repository(JsonNode node) {
    String project = calls.required(node.path("project"), "key").toLowerCase(Locale.ROOT);
    return new ForgeRepository(
        calls.required(node, "id"),
        calls.required(node, "name"),
        project + "/" + calls.required(node, "slug"),
        ForgeCalls.text(node, "description"),
        null,
        null);
  }

  @Override
  public Optional<ForgePullRequest> pullRequest(String path, long number) {
    int slash = path.indexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    return calls
        .find(
            "/projects/%s/repos/%s/pull-requests/%d"
                .formatted(
                    ForgeCalls.segment(path.substring(0, slash)),
                    ForgeCalls.segment(path.substring(slash + 1)),
                    number))
        .map(node ->
            new ForgePullRequest(
                BitbucketCloud.state(node), ForgeCalls.text(node.path("fromRef"), "latestCommit")));
  }
}
