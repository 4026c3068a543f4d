package io.agentservice.server.base.forges;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Those of GitHub. */
final class GitHubPullRequests implements ForgePullRequests {
  private final ForgeCalls calls;
  private final String owner;
  private final String repository;

  /** {@code path}: {@code owner/repo}. */
  GitHubPullRequests(ForgeCalls calls, String path) {
    this.calls = calls;
    this.owner = path.substring(0, path.indexOf('/'));
    this.repository = "/repos/" + ForgeCalls.segments(path);
  }

  @Override
  public String defaultBranch() {
    return calls.required(calls.get(repository), "default_branch");
  }

  @Override
  public Opened open(String head, String base, Text text, boolean draft) {
    return opened(
        calls.send(
            "POST",
            repository + "/pulls",
            Map.of(
                "head", head,
                "base", base,
                "title", text.title(),
                "body", text.body(),
                "draft", draft)));
  }

  private Opened opened(JsonNode node) {
    return new Opened(
        Long.parseLong(calls.required(node, "number")), calls.required(node, "html_url"));
  }

  @Override
  public Optional<Opened> openFor(String head) {
    return list("/pulls?state=open&head=" + ForgeCalls.segment(owner + ":" + head)).stream()
        .findFirst()
        .map(this::opened);
  }

  @Override
  public Opened update(long number, Change change) {
    var fields = ForgeCalls.fields(change, "body", "base");
    if (change.open() != null) {
      fields.put("state", change.open() ? "open" : "closed");
    }
    return opened(calls.send("PATCH", repository + "/pulls/" + number, fields));
  }

  @Override
  public Optional<Standing> standing(long number) {
    return calls.find(repository + "/pulls/" + number).map(node -> standing(number, node));
  }

  private Standing standing(long number, JsonNode node) {
    String commit = ForgeCalls.text(node.path("head"), "sha");
    return new Standing(
        calls.required(node, "title"),
        calls.required(node, "html_url"),
        state(node),
        commit == null ? List.of() : checks(commit),
        list("/pulls/%d/reviews".formatted(number)).stream().map(this::review).toList(),
        Stream.concat(
                list("/issues/%d/comments".formatted(number)).stream().map(this::ofTheWhole),
                list("/pulls/%d/comments".formatted(number)).stream().map(this::ofALine))
            .toList());
  }

  static ForgePullRequest.State state(JsonNode node) {
    return ForgePullRequest.state(
        "open".equals(ForgeCalls.text(node, "state")),
        node.path("draft").asBoolean(false),
        node.path("merged").asBoolean(false));
  }

  /** Of applications, and of those that only report a state. */
  private List<Check> checks(String commit) {
    var at = repository + "/commits/" + commit;
    var checks = new ArrayList<Check>();
    seen(at + "/check-runs", "check_runs", checks)
        .forEach(run ->
            checks.add(
                new Check(
                    calls.required(run, "name"),
                    Objects.requireNonNullElseGet(
                        ForgeCalls.text(run, "conclusion"), () -> calls.required(run, "status")),
                    ForgeCalls.text(run.path("output"), "title"),
                    ForgeCalls.text(run, "html_url"))));
    seen(at + "/status", "statuses", checks)
        .forEach(status ->
            checks.add(
                new Check(
                    calls.required(status, "context"),
                    calls.required(status, "state"),
                    ForgeCalls.text(status, "description"),
                    ForgeCalls.text(status, "target_url"))));
    return checks;
  }

  /** Tokens with few rights may read pull requests without these; then a check says so. */
  private JsonNode seen(String path, String field, List<Check> checks) {
    var found = calls.findAllowed(path + "?per_page=" + ForgeCalls.PAGE);
    if (found.isEmpty()) {
      checks.add(
          new Check(field, "not shown", "the host does not show them to the connection", null));
    }
    return found.map(node -> node.path(field)).orElseGet(MissingNode::getInstance);
  }

  private Review review(JsonNode node) {
    return new Review(author(node), calls.required(node, "state"), words(node));
  }

  private Comment ofTheWhole(JsonNode node) {
    return new Comment(author(node), null, null, words(node));
  }

  private Comment ofALine(JsonNode node) {
    String first = ForgeCalls.text(node, "in_reply_to_id");
    String line = ForgeCalls.text(node, "line");
    return new Comment(
        author(node),
        first == null ? calls.required(node, "id") : first,
        ForgeCalls.text(node, "path") + (line == null ? "" : ":" + line),
        words(node));
  }

  private static String author(JsonNode node) {
    return Objects.requireNonNullElse(ForgeCalls.text(node.path("user"), "login"), "unknown");
  }

  private static String words(JsonNode node) {
    return Objects.requireNonNullElse(ForgeCalls.text(node, "body"), "");
  }

  @Override
  public void comment(long number, String text, @Nullable String thread) {
    var path =
        thread == null
            ? "/issues/%d/comments".formatted(number)
            : "/pulls/%d/comments/%s/replies".formatted(number, ForgeCalls.segment(thread));
    calls.send("POST", repository + path, Map.of("body", text));
  }

  private List<JsonNode> list(String path) {
    return calls.firstPage(repository + path);
  }
}
