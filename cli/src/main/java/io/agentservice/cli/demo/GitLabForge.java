package io.agentservice.cli.demo;

import io.agentservice.wire.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * GitLab's API. Its pipeline passes, and a colleague approves and asks something, so that there is
 * something to read and to answer.
 */
final class GitLabForge implements DemoForge {
  private static final Access ACCESS =
      new Access("gitlab_token", "oauth2", "/api/v4/", "PRIVATE-TOKEN", "");
  private static final Words WORDS =
      new Words("merge request", "source_branch", "target_branch", "description");

  /** One segment names the project, whatever groups it is in. */
  private static final Pattern PROJECT = Pattern.compile("projects/(?<project>[^/]+)(?<of>/.*)?");

  private static final String QUESTION =
      "Tried it here. Fine with me. Do addresses change that others link to? Then say so above.";

  private static final Answer UNKNOWN = new Answer(404, "{\"message\":\"404 Not Found\"}");

  private static final String APPROVALS =
      """
      {"approved_by": [{"user": {"username": "mira"}}]}
      """;

  private static final String REQUESTS = "/merge_requests";
  private static final String REQUEST = REQUESTS + "/1";
  private static final String ANSWERS = REQUEST + "/discussions/d2/notes";

  private final String host;
  private final List<JsonObject> answers = new CopyOnWriteArrayList<>();
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
    if (call.posts() && of.equals(REQUESTS)) {
      return open(call.body(), address);
    }
    var request = opened;
    if (request == null) {
      return UNKNOWN;
    }
    return switch (call.method()) {
      case "GET" -> read(of, request, address);
      case "PUT" -> of.equals(REQUEST) ? change(request, call.body(), address) : UNKNOWN;
      case "POST" -> of.equals(ANSWERS) ? take(call.body()) : UNKNOWN;
      default -> UNKNOWN;
    };
  }

  private Answer change(JsonObject request, String body, String address) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(request.fields());
    fields.putAll(JsonObject.parse(body).fields());
    var changed = new JsonObject(fields);
    opened = changed;
    return Answer.of(shown(changed, address));
  }

  private Answer take(String body) {
    var note = note("agent", false, JsonObject.parse(body).required("body"));
    answers.add(note);
    return new Answer(201, note.toJson());
  }

  private static JsonObject note(String author, boolean system, String body) {
    var user = JsonObject.of("username", author);
    return JsonObject.of("author", user, "system", system, "body", body);
  }

  /** GitLab notes there what happened, too. */
  private String discussions() {
    var happened = List.of(note("mira", true, "approved this merge request"));
    var said = new ArrayList<>(List.of(note("mira", false, QUESTION)));
    said.addAll(answers);
    return Stream.of(
            JsonObject.of("id", "d1", "notes", happened), JsonObject.of("id", "d2", "notes", said))
        .map(JsonObject::toJson)
        .collect(Collectors.joining(",", "[", "]"));
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

  private Answer read(String of, JsonObject request, String address) {
    return switch (of) {
      case REQUESTS -> list(shown(request, address));
      case REQUEST -> Answer.of(shown(request, address));
      case "/merge_requests/1/pipelines" -> list(JsonObject.of("id", 11, "status", "success"));
      case "/pipelines/11/jobs" ->
          list(
              JsonObject.of("name", "test", "status", "success", "web_url", address + "/jobs/111"));
      case "/merge_requests/1/approvals" -> new Answer(200, APPROVALS);
      case "/merge_requests/1/discussions" -> new Answer(200, discussions());
      default -> UNKNOWN;
    };
  }

  private static Answer list(JsonObject only) {
    return new Answer(200, "[" + only.toJson() + "]");
  }
}
