package io.agentservice.cli.demo;

import io.agentservice.wire.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * GitLab's API. Its pipeline passes and a colleague approves, so that there is something to read.
 */
final class GitLabForge implements DemoForge {
  private static final Access ACCESS =
      new Access("gitlab_token", "oauth2", "/api/v4/", "PRIVATE-TOKEN", "");
  private static final Words WORDS =
      new Words("merge request", "source_branch", "target_branch", "description");

  /** One segment names the project, whatever groups it is in. */
  private static final Pattern PROJECT = Pattern.compile("projects/(?<project>[^/]+)(?<of>/.*)?");

  private static final Answer UNKNOWN = new Answer(404, "{\"message\":\"404 Not Found\"}");

  private static final String APPROVALS =
      """
      {"approved_by": [{"user": {"username": "mira"}}]}
      """;

  /** GitLab notes there what happened, too. */
  private static final String DISCUSSIONS =
      """
      [{"id": "d1", "notes": [{"author": {"username": "mira"}, "system": true, "body": "approved this merge request"}]},
       {"id": "d2", "notes": [{"author": {"username": "mira"}, "system": false, "body": "Tried it here. Fine with me."}]}]
      """;

  private final String host;
  private volatile @Nullable JsonObject opened;

  GitLabForge(String host) {
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
    var matcher = PROJECT.matcher(call.path());
    if (!matcher.matches()) {
      return UNKNOWN;
    }
    var project = URLDecoder.decode(matcher.group("project"), StandardCharsets.UTF_8);
    var of = matcher.group("of");
    var address = "https://%s/%s/-".formatted(host, project);
    if (of == null) {
      return Answer.of(JsonObject.of("default_branch", "main"));
    }
    if (call.posts()) {
      return of.equals("/merge_requests") ? open(call.body(), address) : UNKNOWN;
    }
    var request = opened;
    return request == null ? UNKNOWN : read(of, request, address);
  }

  private Answer open(String body, String address) {
    var request = JsonObject.parse(body);
    opened = request;
    return new Answer(201, shown(request, address).toJson());
  }

  private static JsonObject shown(JsonObject request, String address) {
    return JsonObject.of(
        "iid",
        1,
        "web_url",
        address + "/merge_requests/1",
        "title",
        request.text("title"),
        "state",
        "opened",
        "draft",
        false,
        "sha",
        "abc");
  }

  private static Answer read(String of, JsonObject request, String address) {
    return switch (of) {
      case "/merge_requests" -> list(shown(request, address));
      case "/merge_requests/1" -> Answer.of(shown(request, address));
      case "/merge_requests/1/pipelines" -> list(JsonObject.of("id", 11, "status", "success"));
      case "/pipelines/11/jobs" ->
          list(
              JsonObject.of("name", "test", "status", "success", "web_url", address + "/jobs/111"));
      case "/merge_requests/1/approvals" -> new Answer(200, APPROVALS);
      case "/merge_requests/1/discussions" -> new Answer(200, DISCUSSIONS);
      default -> UNKNOWN;
    };
  }

  private static Answer list(JsonObject only) {
    return new Answer(200, "[" + only.toJson() + "]");
  }
}
