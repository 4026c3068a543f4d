package io.agentservice.cli.demo;

import io.agentservice.wire.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** GitHub's API. */
final class GitHubForge implements DemoForge {
  private static final Access ACCESS =
      new Access("github_token", "x-access-token", "/api/v3/repos/", "Authorization", "Bearer ");
  private static final Words WORDS = new Words("pull request", "head", "base", "body");

  private final String host;
  private volatile @Nullable JsonObject opened;

  GitHubForge(String host) {
    this.host = host;
  }

  @Override
  public Access access() {
    return ACCESS;
  }

  @Override
  public Words words() {
    return WORDS;
  }

  @Override
  public @Nullable JsonObject opened() {
    return opened;
  }

  @Override
  public Answer answer(Call call) {
    var path = call.path();
    if (call.posts() && path.endsWith("/pulls")) {
      opened = JsonObject.parse(call.body());
      var address = "https://%s/%s/1".formatted(host, path.replaceAll("pulls$", "pull"));
      return new Answer(201, JsonObject.of("number", 1, "html_url", address).toJson());
    }
    return Answer.of(
        path.contains("/pulls/")
            ? JsonObject.of("state", "open", "head", JsonObject.of("sha", "abc"))
            : JsonObject.of("default_branch", "main"));
  }
}
