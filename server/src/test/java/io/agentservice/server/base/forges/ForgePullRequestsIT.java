package io.agentservice.server.base.forges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentservice.server.base.forges.ForgePullRequests.Change;
import io.agentservice.server.base.forges.ForgePullRequests.Check;
import io.agentservice.server.base.forges.ForgePullRequests.Comment;
import io.agentservice.server.base.forges.ForgePullRequests.Opened;
import io.agentservice.server.base.forges.ForgePullRequests.Review;
import io.agentservice.server.base.forges.ForgePullRequests.Text;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.testing.LocalForge;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What is sent to each kind of host to work with pull requests, and how its answers are read. */
class ForgePullRequestsIT {
  private static final String GITHUB = "/api/v3/repos/ops/tool";
  private static final String GITLAB = "/api/v4/projects/group%2Fops%2Ftool";
  private static final Text TEXT = new Text("Mend it", "It was broken.");

  private final LocalForge forge = new LocalForge();
  private final Forges forges = new Forges();

  @AfterEach
  void close() {
    forges.close();
    forge.close();
  }

  private ForgePullRequests gitHub() {
    return forges
        .open(Provider.GITHUB_TOKEN, forge.host(), LocalForge.TOKEN)
        .pullRequests("ops/tool")
        .orElseThrow();
  }

  private ForgePullRequests gitLab() {
    return forges
        .open(Provider.GITLAB_TOKEN, forge.host(), LocalForge.TOKEN)
        .pullRequests("group/ops/tool")
        .orElseThrow();
  }

  private void sent(String request, String json) {
    var mapper = JsonMapper.shared();
    assertThat(forge.sent(request))
        .singleElement()
        .satisfies(body -> assertThat(mapper.readTree(body)).isEqualTo(mapper.readTree(json)));
  }

  @Test
  void gitHubOpensOneAndChangesIt() {
    forge.says(GITHUB, "{\"default_branch\": \"trunk\"}");
    var answer = "{\"number\": 7, \"html_url\": \"https://git.test/ops/tool/pull/7\"}";
    forge.answers("POST " + GITHUB + "/pulls", 201, answer);
    forge.answers("PATCH " + GITHUB + "/pulls/7", 200, answer);
    var opened = new Opened(7, "https://git.test/ops/tool/pull/7");

    assertThat(gitHub().defaultBranch()).isEqualTo("trunk");
    assertThat(gitHub().open("agent/1-mend", "trunk", TEXT, true)).isEqualTo(opened);
    assertThat(gitHub().update(7, new Change("New", null, null, false))).isEqualTo(opened);

    sent(
        "POST " + GITHUB + "/pulls",
        """
        {"head": "agent/1-mend", "base": "trunk", "title": "Mend it", "body": "It was broken.", "draft": true}
        """);
    sent("PATCH " + GITHUB + "/pulls/7", "{\"title\": \"New\", \"state\": \"closed\"}");
  }

  @Test
  void gitLabOpensOneAndChangesIt() {
    forge.says(GITLAB, "{\"default_branch\": \"trunk\"}");
    var answer = "{\"iid\": 7, \"web_url\": \"https://git.test/ops/tool/-/merge_requests/7\"}";
    forge.answers("POST " + GITLAB + "/merge_requests", 201, answer);
    forge.answers("PUT " + GITLAB + "/merge_requests/7", 200, answer);
    var opened = new Opened(7, "https://git.test/ops/tool/-/merge_requests/7");

    assertThat(gitLab().defaultBranch()).isEqualTo("trunk");
    assertThat(gitLab().open("agent/1-mend", "trunk", TEXT, true)).isEqualTo(opened);
    assertThat(gitLab().update(7, new Change(null, "More", "next", true))).isEqualTo(opened);

    sent(
        "POST " + GITLAB + "/merge_requests",
        """
        {"source_branch": "agent/1-mend", "target_branch": "trunk", "title": "Draft: Mend it", "description": "It was broken."}
        """);
    sent(
        "PUT " + GITLAB + "/merge_requests/7",
        "{\"description\": \"More\", \"target_branch\": \"next\", \"state_event\": \"reopen\"}");
  }

  @Test
  void theOpenOneOfABranchIsFound() {
    forge.says(
        GITHUB + "/pulls?state=open&head=ops%3Aagent%2F1-mend&per_page=100",
        "[{\"number\": 7, \"html_url\": \"https://git.test/7\"}]");
    forge.says(
        GITLAB + "/merge_requests?state=opened&source_branch=agent%2F1-mend&per_page=100",
        "[{\"iid\": 8, \"web_url\": \"https://git.test/8\"}]");
    forge.says(GITHUB + "/pulls?state=open&head=ops%3Anone&per_page=100", "[]");

    assertThat(gitHub().openFor("agent/1-mend")).contains(new Opened(7, "https://git.test/7"));
    assertThat(gitLab().openFor("agent/1-mend")).contains(new Opened(8, "https://git.test/8"));
    assertThat(gitHub().openFor("none")).isEmpty();
  }

  @Test
  void gitHubTellsOfChecksReviewsAndComments() {
    forge.says(
        GITHUB + "/pulls/7",
        """
        {"title": "Mend it", "html_url": "https://git.test/7", "state": "open", "head": {"sha": "abc"}}
        """);
    forge.says(
        GITHUB + "/commits/abc/check-runs?per_page=100",
        """
        {"check_runs": [
          {"name": "build", "status": "completed", "conclusion": "failure", "html_url": "https://ci/1", "output": {"title": "2 tests failed"}},
          {"name": "lint", "status": "in_progress", "conclusion": null}]}
        """);
    forge.says(
        GITHUB + "/commits/abc/status?per_page=100",
        """
        {"statuses": [{"context": "deploy", "state": "pending", "description": "waits", "target_url": null}]}
        """);
    forge.says(
        GITHUB + "/pulls/7/reviews?per_page=100",
        "[{\"user\": {\"login\": \"ann\"}, \"state\": \"CHANGES_REQUESTED\", \"body\": \"See below\"}]");
    forge.says(
        GITHUB + "/issues/7/comments?per_page=100",
        "[{\"id\": 1, \"user\": {\"login\": \"bob\"}, \"body\": \"Nice\"}]");
    forge.says(
        GITHUB + "/pulls/7/comments?per_page=100",
        """
        [{"id": 21, "user": {"login": "ann"}, "path": "src/a.c", "line": 7, "body": "Why?"},
         {"id": 22, "in_reply_to_id": 21, "user": null, "path": "src/a.c", "line": null, "body": "Because"}]
        """);

    var standing = gitHub().standing(7).orElseThrow();

    assertThat(standing.state()).isEqualTo(ForgePullRequest.State.OPEN);
    assertThat(standing.checks())
        .containsExactly(
            new Check("build", "failure", "2 tests failed", "https://ci/1"),
            new Check("lint", "in_progress", null, null),
            new Check("deploy", "pending", "waits", null));
    assertThat(standing.reviews())
        .containsExactly(new Review("ann", "CHANGES_REQUESTED", "See below"));
    assertThat(standing.comments())
        .containsExactly(
            new Comment("bob", null, null, "Nice"),
            new Comment("ann", "21", "src/a.c:7", "Why?"),
            new Comment("unknown", "21", "src/a.c", "Because"));
    assertThat(gitHub().standing(8)).isEmpty();
  }

  @Test
  void gitLabTellsOfJobsApprovalsAndDiscussions() {
    forge.says(
        GITLAB + "/merge_requests/7",
        "{\"title\": \"Mend it\", \"web_url\": \"https://git.test/7\", \"state\": \"merged\"}");
    forge.says(GITLAB + "/merge_requests/7/pipelines?per_page=100", "[{\"id\": 31}, {\"id\": 30}]");
    forge.says(
        GITLAB + "/pipelines/31/jobs?per_page=100",
        """
        [{"name": "test", "status": "failed", "failure_reason": "script_failure", "web_url": "https://ci/1"}]
        """);
    forge.says(
        GITLAB + "/merge_requests/7/approvals",
        "{\"approved_by\": [{\"user\": {\"username\": \"ann\"}}]}");
    forge.says(
        GITLAB + "/merge_requests/7/discussions?per_page=100",
        """
        [{"id": "d1", "notes": [
           {"author": {"username": "ann"}, "body": "Why?", "position": {"new_path": "a.c", "new_line": 7}},
           {"author": {"username": "x"}, "body": "changed the title", "system": true}]}]
        """);

    var standing = gitLab().standing(7).orElseThrow();

    assertThat(standing.state()).isEqualTo(ForgePullRequest.State.MERGED);
    assertThat(standing.checks())
        .containsExactly(new Check("test", "failed", "script_failure", "https://ci/1"));
    assertThat(standing.reviews()).containsExactly(new Review("ann", "approved", ""));
    assertThat(standing.comments()).containsExactly(new Comment("ann", "d1", "a.c:7", "Why?"));
  }

  @Test
  void aCommentIsWrittenOrAnswered() {
    forge.answers("POST " + GITHUB + "/issues/7/comments", 201, "{}");
    forge.answers("POST " + GITHUB + "/pulls/7/comments/21/replies", 201, "{}");
    forge.answers("POST " + GITLAB + "/merge_requests/7/notes", 201, "{}");
    forge.answers("POST " + GITLAB + "/merge_requests/7/discussions/d1/notes", 201, "{}");

    gitHub().comment(7, "Done", null);
    gitHub().comment(7, "Done", "21");
    gitLab().comment(7, "Done", null);
    gitLab().comment(7, "Done", "d1");

    sent("POST " + GITHUB + "/issues/7/comments", "{\"body\": \"Done\"}");
    sent("POST " + GITHUB + "/pulls/7/comments/21/replies", "{\"body\": \"Done\"}");
    sent("POST " + GITLAB + "/merge_requests/7/notes", "{\"body\": \"Done\"}");
    sent("POST " + GITLAB + "/merge_requests/7/discussions/d1/notes", "{\"body\": \"Done\"}");
  }

  @Test
  void whatAHostRefusesIsToldInItsWords() {
    forge.answers(
        "POST " + GITHUB + "/pulls",
        422,
        """
        {"message": "Validation Failed", "errors": [{"message": "No commits between trunk\\nand agent/1"}]}
        """);
    forge.answers(
        "POST " + GITLAB + "/merge_requests",
        409,
        "{\"message\": [\"Another open one exists: !3\"]}");

    assertThatThrownBy(() -> gitHub().open("agent/1", "trunk", TEXT, false))
        .isExactlyInstanceOf(ProblemException.class)
        .hasMessageContaining(
            "answered 422: Validation Failed; No commits between trunk and agent/1");
    assertThatThrownBy(() -> gitLab().open("agent/1", "trunk", TEXT, false))
        .hasMessageContaining("answered 409: Another open one exists: !3");
  }

  @Test
  void aHostThatFailsWhileItIsToldIsDown() {
    forge.answers("POST " + GITHUB + "/pulls", 503, "busy");

    assertThatThrownBy(() -> gitHub().open("agent/1", "trunk", TEXT, false))
        .isInstanceOf(HostDownException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "401, false, answered 401,                                                       true",
    "403, false, answered 403: no,                                                   false",
    "403, true,  'answered 403, since it takes no more requests for now (30 s)',     true",
    "404, false, answered 404: no,                                                   false",
    "409, false, answered 409: no,                                                   false",
    "422, false, answered 422: no,                                                   false",
    "429, true,  'answered 429, since it takes no more requests for now (30 s)',     true",
    "429, false, 'answered 429, since it takes no more requests for now',            true",
    "500, false, answered 500,                                                       true",
    "503, true,  answered 503,                                                       true"
  })
  void eachRefusalSaysWhatItIsAndWhetherItIsWorthAnotherTry(
      int status, boolean later, String said, boolean down) {
    Map<String, String> headers = later ? Map.of("Retry-After", "30") : Map.of();
    String body = "{\"message\": \"no\"}";
    forge.answers("POST " + GITHUB + "/pulls", status, body, headers);
    forge.answers(GITLAB, status, body, headers);

    var written = catchThrowable(() -> gitHub().open("agent/1", "trunk", TEXT, false));
    var read = catchThrowable(() -> gitLab().defaultBranch());

    assertThat(written).isInstanceOf(ProblemException.class).hasMessageContaining(said);
    assertThat(read).hasMessageContaining(said.replace(": no", ""));
    assertThat(written instanceof HostDownException).isEqualTo(down);
    assertThat(read instanceof HostDownException).isEqualTo(down);
    assertThat(List.of(written, read))
        .allSatisfy(thrown -> assertThat(thrown).message().doesNotContain(LocalForge.TOKEN));
  }

  @Test
  void aTokenThatSeesNoChecksStillTellsOfThePullRequest() {
    String pull = GITHUB + "/pulls/7";
    forge.says(
        pull,
        """
        {"title": "T", "html_url": "https://git.test/7", "state": "open", "head": {"sha": "abc"}}
        """);
    forge.says(GITHUB + "/commits/abc/check-runs?per_page=100", 403, "{}");
    forge.says(GITHUB + "/commits/abc/status?per_page=100", "{\"statuses\": []}");
    forge.says(pull + "/reviews?per_page=100", "[]");
    forge.says(GITHUB + "/issues/7/comments?per_page=100", "[]");
    forge.says(pull + "/comments?per_page=100", "[]");

    assertThat(gitHub().standing(7).orElseThrow().checks())
        .containsExactly(
            new Check(
                "check_runs", "not shown", "the host does not show them to the connection", null));
  }

  @Test
  void otherKindsOfHostsAreNotAsked() {
    assertThat(
            forges
                .open(Provider.BITBUCKET_TOKEN, forge.host(), LocalForge.TOKEN)
                .pullRequests("ops/tool"))
        .isEmpty();
  }
}
