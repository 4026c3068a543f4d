package io.agentservice.server.agent.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.Part;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.agent.loop.tools.ChildSessions;
import io.agentservice.server.agent.loop.tools.FinishTool;
import io.agentservice.server.agent.loop.tools.Input;
import io.agentservice.server.agent.loop.tools.Lookups;
import io.agentservice.server.agent.loop.tools.Outcome;
import io.agentservice.server.agent.loop.tools.Skills;
import io.agentservice.server.agent.loop.tools.Tool;
import io.agentservice.server.agent.loop.tools.ToolContext;
import io.agentservice.server.agent.loop.tools.ToolInputException;
import io.agentservice.server.agent.loop.tools.Toolbox;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.Forges;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.git.GitRepositories;
import io.agentservice.server.testing.LocalForge;
import io.agentservice.server.testing.OnOutpost;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The tools for pull requests, with a real organization's permissions and a host on a socket. */
class PullRequestToolsIT extends OnOutpost {
  private static final String REPO = "/api/v3/repos/acme/shop";
  private static final Map<String, Object> WANTED =
      Map.of("head", "agent/1-mend", "title", "Mend it", "body", "It was broken.");

  @TempDir private Path home;
  private LocalForge forge;
  private Forges forges;
  private final Vault vault = new Vault(MasterKey.fresh());
  private final Toolbox tools =
      new Toolbox(
          new FinishTool(null, true, false),
          List.of(),
          Map.of(),
          List.of(),
          Lookups.NONE,
          true,
          McpServers::new);
  private Database database;
  private String connection;
  private String session;
  private ToolContext context;

  @BeforeEach
  void aSessionOfARepository() {
    database = server.openDatabase();
    forge = new LocalForge();
    forges = new Forges();
    connection =
        admin
            .post(
                "/v3/enterprise/git-providers/connections",
                """
                {"git_provider_type": "github_token", "host": "%s", "token": "t"}
                """
                    .formatted(forge.host()))
            .ok()
            .text("/git_connection_id");
    byte[] token = LocalForge.TOKEN.getBytes(StandardCharsets.UTF_8);
    server
        .given()
        .update(
            "UPDATE git_connection SET token = ? WHERE git_connection_id = ?",
            vault.encrypt(token, "git connection " + connection),
            connection);
    permit("false");
    session = sessionOf("acme/shop");
    context = context(session);
  }

  @AfterEach
  void close() {
    database.close();
    forges.close();
    forge.close();
  }

  private void permit(String readOnly) {
    admin
        .put(
            "/v3/enterprise/organizations/%s/git-providers/permissions".formatted(org),
            """
            {"permissions": [{"git_connection_id": "%s", "group_prefix": "acme", "read_only": %s}]}
            """
                .formatted(connection, readOnly))
        .ok();
  }

  private String sessionOf(String... repos) {
    var body = JsonMapper.shared().writeValueAsString(Map.of("prompt", "p", "repos", repos));
    return admin.post(path("sessions"), body).ok().text("/session_id");
  }

  private ToolContext context(String id) {
    var sessions = DrivenParts.feature(database, home).sessions();
    var found = sessions.find(new SessionId(id)).orElseThrow();
    var hosts =
        new DrivenCodeHosts(
            new Sources(
                null,
                null,
                GitRepositories.of(database, vault, forges),
                server.gitAccess(),
                null,
                null,
                null,
                null,
                null,
                null),
            new Scope(found.accountId(), found.orgId()),
            found.sessionId(),
            sessions);
    return new ToolContext(
        null,
        Redactor.NONE,
        null,
        hosts,
        new Jobs(),
        ChildSessions.NONE,
        Skills.NONE,
        null,
        null,
        _ -> {});
  }

  private Outcome run(String tool, Map<String, Object> input) {
    var call = call(tool, input);
    return tools.find(tool).run(call, context);
  }

  private Tool.Call call(String tool, Map<String, Object> input) {
    var json = new Input(JsonMapper.shared().convertValue(input, ObjectNode.class));
    return new Tool.Call("event-1", json, tools.find(tool).prepare(json, context));
  }

  private static String text(Outcome outcome) {
    return ((Part.Text) outcome.content().getFirst()).text();
  }

  private String address(int number) {
    return "https://%s/acme/shop/pull/%d".formatted(forge.host(), number);
  }

  private String known(int number) {
    return "{\"number\": %d, \"html_url\": \"%s\"}".formatted(number, address(number));
  }

  /** The session's record has it, as after the result has been written. */
  private void isOfSession(int number) {
    server
        .given()
        .update(
            "INSERT INTO pull_request (session_id, account_id, org_id, pr_url, taken_over) SELECT session_id, account_id, org_id, ?, false FROM session WHERE session_id = ?",
            address(number),
            session);
  }

  @Test
  void oneIsOpenedAgainstTheDefaultBranchAndIsTheSessions() {
    forge.says(REPO, "{\"default_branch\": \"trunk\"}");
    forge.answers("POST " + REPO + "/pulls", 201, known(7));

    var outcome = run("create_pull_request", WANTED);

    assertThat(outcome.effect()).isEqualTo(new Outcome.PullRequest(address(7)));
    assertThat(text(outcome)).contains(address(7), "number 7");
    assertThat(forge.sent("POST " + REPO + "/pulls"))
        .singleElement()
        .asString()
        .contains("\"trunk\"", "agent/1-mend");
  }

  @Test
  void theBranchNeedsNoNameWhenTheSessionHasPushedOne() {
    forge.answers("POST " + REPO + "/pulls", 201, known(7));
    Map<String, Object> unnamed = Map.of("base", "main", "title", "Mend it", "body", "");
    assertThatThrownBy(() -> run("create_pull_request", unnamed))
        .hasMessageContaining("call git_push first");

    pushed("agent/1-mend");
    assertThat(text(run("create_pull_request", unnamed))).contains(address(7));
    assertThat(forge.sent("POST " + REPO + "/pulls").getFirst()).contains("\"agent/1-mend\"");

    pushed("agent/1-more");
    assertThatThrownBy(() -> run("create_pull_request", unnamed))
        .hasMessageContaining("agent/1-mend, agent/1-more");
  }

  private void pushed(String branch) {
    server
        .given()
        .update(
            "INSERT INTO session_branch (session_id, host, path, ref, commit_id, accepted) VALUES (?, ?, 'acme/shop', ?, 'abc', true)",
            session,
            forge.host(),
            "refs/heads/" + branch);
  }

  @Test
  void aBranchThatHasOneGetsNoSecondOne() {
    forge.says(REPO, "{\"default_branch\": \"trunk\"}");
    forge.answers("POST " + REPO + "/pulls", 422, "{\"message\": \"already exists\"}");
    forge.says(
        REPO + "/pulls?state=open&head=acme%3Aagent%2F1-mend&per_page=100",
        "[%s]".formatted(known(7)));

    var outcome = run("create_pull_request", WANTED);
    assertThat(outcome.effect()).isEqualTo(new Outcome.PullRequest(address(7)));
    assertThat(text(outcome)).contains("open for the branch already");

    var recovered =
        tools.find("create_pull_request").recover(call("create_pull_request", WANTED), context);
    assertThat(recovered.effect()).isEqualTo(new Outcome.PullRequest(address(7)));
    assertThat(forge.sent("POST " + REPO + "/pulls")).as("the call is not sent again").hasSize(1);
  }

  @Test
  void whatTheHostRefusesIsToldToTheModel() {
    forge.says(REPO, "{\"default_branch\": \"trunk\"}");
    forge.answers("POST " + REPO + "/pulls", 422, "{\"message\": \"No commits between them\"}");
    forge.says(REPO + "/pulls?state=open&head=acme%3Aagent%2F1-mend&per_page=100", "[]");

    var outcome = run("create_pull_request", WANTED);

    assertThat(outcome.error()).isTrue();
    assertThat(outcome.effect()).isNull();
    assertThat(text(outcome)).contains("422", "No commits between them");
  }

  @Test
  void whatTheHostRefusesIsToldAlsoWhenItThenSaysNothingMore() {
    forge.says(REPO, "{\"default_branch\": \"trunk\"}");
    forge.answers("POST " + REPO + "/pulls", 403, "{\"message\": \"Resource not accessible\"}");
    forge.says(REPO + "/pulls?state=open&head=acme%3Aagent%2F1-mend&per_page=100", 403, "{}");

    assertThat(text(run("create_pull_request", WANTED))).contains("403: Resource not accessible");
  }

  @Test
  void aHostThatTakesNoMoreForNowMayBeAskedAgain() {
    forge.says(REPO, "{\"default_branch\": \"trunk\"}");
    forge.answers("POST " + REPO + "/pulls", 403, "{}", Map.of("X-RateLimit-Remaining", "0"));

    assertThat(text(run("create_pull_request", WANTED)))
        .contains("takes no more requests for now", "Call this again");
  }

  @Test
  void aHostThatFailsMayBeAskedAgain() {
    forge.says(REPO, "{\"default_branch\": \"trunk\"}");
    forge.answers("POST " + REPO + "/pulls", 502, "");

    assertThat(text(run("create_pull_request", WANTED))).contains("502", "Call this again");
  }

  @Test
  void withoutAConnectionThereIsAPageForTheUser() {
    context = context(sessionOf("github.com/elsewhere/x", "gitlab.test/group/sub/y"));

    var ofGitHub =
        run(
            "create_pull_request",
            Map.of(
                "repository",
                "github.com/elsewhere/x",
                "head",
                "agent/1",
                "title",
                "t",
                "body",
                ""));
    assertThat(text(ofGitHub)).contains("https://github.com/elsewhere/x/compare/agent/1?expand=1");
    var ofGitLab =
        run(
            "create_pull_request",
            Map.of(
                "repository", "gitlab.test/group/sub/y",
                "head", "agent/1",
                "base", "main",
                "title", "t",
                "body", ""));
    assertThat(text(ofGitLab))
        .contains(
            "https://gitlab.test/group/sub/y/-/merge_requests/new?merge_request%5Bsource_branch%5D=agent/1&merge_request%5Btarget_branch%5D=main");
  }

  @Test
  void whatMayOnlyBeReadIsNotWrittenTo() {
    permit("true");

    assertThatThrownBy(() -> run("create_pull_request", WANTED))
        .isInstanceOf(ToolInputException.class)
        .hasMessageContaining("only read " + forge.host() + "/acme/shop");
    assertThatThrownBy(() -> run("comment_on_pull_request", Map.of("number", 7, "text", "Nice")))
        .isInstanceOf(ToolInputException.class);
    assertThat(forge.asked()).noneMatch(request -> request.startsWith("POST"));
  }

  @Test
  void onlyPullRequestsOfTheSessionAreChanged() {
    forge.answers("PATCH " + REPO + "/pulls/7", 200, known(7));
    assertThatThrownBy(() -> run("update_pull_request", Map.of("number", 7, "state", "closed")))
        .isInstanceOf(ToolInputException.class)
        .hasMessageContaining("none of this session's");

    isOfSession(7);

    assertThat(text(run("update_pull_request", Map.of("number", 7, "state", "closed"))))
        .contains(address(7));
    assertThat(forge.sent("PATCH " + REPO + "/pulls/7")).containsExactly("{\"state\":\"closed\"}");
  }

  @Test
  void theStandingHasWhatACommentIsAnsweredBy() {
    forge.says(
        REPO + "/pulls/7",
        "{\"title\": \"Mend it\", \"html_url\": \"%s\", \"state\": \"open\"}"
            .formatted(address(7)));
    forge.says(REPO + "/pulls/7/reviews?per_page=100", "[]");
    forge.says(REPO + "/issues/7/comments?per_page=100", "[]");
    forge.says(
        REPO + "/pulls/7/comments?per_page=100",
        "[{\"id\": 21, \"user\": {\"login\": \"ann\"}, \"path\": \"a.c\", \"line\": 7, \"body\": \"Why?\"}]");
    forge.answers("POST " + REPO + "/pulls/7/comments/21/replies", 201, "{}");

    assertThat(text(run("pull_request_status", Map.of("number", 7))))
        .contains("is open", "No checks.", "- ann on a.c:7 (reply_to 21):\n    Why?");
    assertThat(text(run("pull_request_status", Map.of("number", 8)))).contains("no pull request 8");
    assertThat(
            text(
                run(
                    "comment_on_pull_request",
                    Map.of("number", 7, "text", "Because", "reply_to", "21"))))
        .isEqualTo("Written.");
  }

  @Test
  void aRepositoryThatCanNotBeToldIsAskedFor() {
    context = context(sessionOf("acme/shop", "acme/other"));
    assertThatThrownBy(() -> run("pull_request_status", Map.of("number", 7)))
        .hasMessageContaining("Name the repository", "acme/shop, acme/other");
    assertThatThrownBy(
            () -> run("pull_request_status", Map.of("number", 7, "repository", "no one")))
        .hasMessageContaining("is no repository");
    assertThatThrownBy(
            () -> run("pull_request_status", Map.of("number", 7, "repository", "other/x")))
        .hasMessageContaining("No git permission");
  }
}
