package io.agentservice.server.base.forges;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Merge requests of GitLab. */
final class GitLabPullRequests implements ForgePullRequests {
  private static final String DRAFT = "Draft: ";

  private final ForgeCalls calls;
  private final String project;

  /** {@code path}: {@code group/repo}, with as many groups as there are. */
  GitLabPullRequests(ForgeCalls calls, String path) {
    this.calls = calls;
    this.project = "/projects/" + ForgeCalls.segment(path);
  }

  @Override
  public String defaultBranch() {
    return calls.required(calls.get(project), "default_branch");
  }

  @Override
  public Opened open(String head, String base, Text text, boolean draft) {
    return opened(
        calls.send(
            "POST",
            project + "/merge_requests",
            Map.of(
                "source_branch",
                head,
                "target_branch",
                base,
                "title",
                draft ? DRAFT + text.title() : text.title(),
                "description",
                text.body())));
  }

  private Opened opened(JsonNode node) {
    return new Opened(Long.parseLong(calls.required(node, "iid")), calls.required(node, "web_url"));
  }

  @Override
  public Optional<Opened> openFor(String head) {
    return list("/merge_requests?state=opened&source_branch=" + ForgeCalls.segment(head)).stream()
        .findFirst()
        .map(this::opened);
  }

  @Override
  public Opened update(long number, Change change) {
    var fields = ForgeCalls.fields(change, "description", "target_branch");
    if (change.open() != null) {
      fields.put("state_event", change.open() ? "reopen" : "close");
    }
    return opened(calls.send("PUT", request(number), fields));
  }

  private String request(long number) {
    return project + "/merge_requests/" + number;
  }

  @Override
  public Optional<Standing> standing(long number) {
    return calls
        .find(request(number))
        .map(node ->
            new Standing(
                calls.required(node, "title"),
                calls.required(node, "web_url"),
                state(node),
                checks(number),
                approvals(number),
                list("/merge_requests/%d/discussions".formatted(number)).stream()
                    .flatMap(this::comments)
                    .toList()));
  }

  static ForgePullRequest.State state(JsonNode node) {
    String state = ForgeCalls.text(node, "state");
    return ForgePullRequest.state(
        "opened".equals(state) || "locked".equals(state), // locked while it is merged
        node.path("draft").asBoolean(false),
        "merged".equals(state));
  }

  /** The jobs of the newest pipeline. */
  private List<Check> checks(long number) {
    return list("/merge_requests/%d/pipelines".formatted(number)).stream()
        .findFirst()
        .map(pipeline ->
            list("/pipelines/%s/jobs".formatted(calls.required(pipeline, "id"))).stream()
                .map(job ->
                    new Check(
                        calls.required(job, "name"),
                        calls.required(job, "status"),
                        ForgeCalls.text(job, "failure_reason"),
                        ForgeCalls.text(job, "web_url")))
                .toList())
        .orElse(List.of());
  }

  private List<Review> approvals(long number) {
    return calls
        .find(request(number) + "/approvals")
        .map(node ->
            node.path("approved_by")
                .valueStream()
                .map(by -> new Review(author(by.path("user")), "approved", ""))
                .toList())
        .orElse(List.of());
  }

  /** What people say; GitLab also notes there what happened. */
  private Stream<Comment> comments(JsonNode discussion) {
    String thread = calls.required(discussion, "id");
    return discussion
        .path("notes")
        .valueStream()
        .filter(note -> !note.path("system").asBoolean(false))
        .map(note ->
            new Comment(
                author(note.path("author")),
                thread,
                place(note.path("position")),
                Objects.requireNonNullElse(ForgeCalls.text(note, "body"), "")));
  }

  private static @Nullable String place(JsonNode position) {
    String path = ForgeCalls.text(position, "new_path");
    String line = ForgeCalls.text(position, "new_line");
    return path == null || line == null ? path : path + ":" + line;
  }

  private static String author(JsonNode user) {
    return Objects.requireNonNullElse(ForgeCalls.text(user, "username"), "unknown");
  }

  @Override
  public void comment(long number, String text, @Nullable String thread) {
    var path =
        thread == null ? "/notes" : "/discussions/%s/notes".formatted(ForgeCalls.segment(thread));
    calls.send("POST", request(number) + path, Map.of("body", text));
  }

  private List<JsonNode> list(String path) {
    return calls.firstPage(project + path);
  }
}
