package io.agentservice.server.legacy.v2;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Git permissions and the set-up of repositories by version 2 (api-legacy.md 4, 4.1). */
class GitOfVersion2IT extends OnVersion2 {
  private String permissions;
  private String setUp;
  private String connection;

  @BeforeEach
  void aConnection() {
    permissions = ofOrg("git-permissions");
    setUp = ofOrg("clone-repository");
    connection =
        server
            .admin()
            .post(
                "/v3/enterprise/git-providers/connections",
                json("git_provider_type", "github_token", "host", "github.com", "token", "t"))
            .ok()
            .text("/git_connection_id");
  }

  private Reply permit(String item) {
    return old.put(
        permissions,
        "{\"permissions\":[{\"git_connection_id\":\"%s\",%s}]}".formatted(connection, item));
  }

  @Test
  void permissionsAreThoseOfVersion3WithIsoTimes() {
    var put = permit("\"repo_url\":\"https://github.com/acme/site.git\"").ok();
    assertThat(put.text("/0/repo_path")).isEqualTo("acme/site");
    assertThat(put.text("/0/created_at")).matches(ISO);
    var listed = old.get(permissions + "?limit=1").ok();
    assertThat(listed.at("/items")).isEqualTo(put.at(""));
    assertThat(listed.at("/total").intValue()).isEqualTo(1);
    assertThat(listed.at("/has_more").booleanValue()).isFalse();
    assertThat(old.get(permissions + "?skip=1").ok().at("/items")).isEmpty();
    permit("\"repo_path\":\"x\"").invalid("body.permissions.0.repo_path format");
    assertThat(old.delete(permissions).ok().at("")).isEqualTo(put.at(""));
    assertThat(old.get(permissions).ok().at("/items")).isEmpty();
  }

  @Test
  void aSetUpIsKeptAndASessionRunsIt() {
    permit("\"group_prefix\":\"acme\"").ok();
    var started =
        old.post(
                setUp,
                """
                {"repo_path": "acme/site", "pull_repo_commands": ["git pull"], "run_lint_commands": "make lint\\n\\nmake fmt\\n",
                 "repo_note": "uses pnpm"}\
                """)
            .ok();
    assertThat(started.text("/status")).isEqualTo("success");
    assertThat(started.text("/org_id")).isEqualTo(org.value());
    assertThat(started.text("/repo_path")).isEqualTo("acme/site");
    String id = started.text("/session_id");
    var session = member.get(path("sessions/" + id)).ok();
    assertThat(session.text("/origin")).isEqualTo("api");
    assertThat(member.get(path("sessions/" + id + "/messages")).ok().text("/items/0/message"))
        .contains("github.com/acme/site", "git pull", "make lint\nmake fmt", "uses pnpm")
        .doesNotContain("dependencies");
    var record = server.given().audit(org).getLast();
    assertThat(record.action()).isEqualTo("start_repo_setup");
    assertThat(record.data().at("/session_id").stringValue()).isEqualTo(id);
    assertThat(record.data().at("/repo_path").stringValue()).isEqualTo("github.com/acme/site");

    String again = old.post(setUp, json("repo_path", "acme/site")).ok().text("/session_id");
    assertThat(server.given().dump("repository_setup")).contains(again).doesNotContain(id);
  }

  private List<String> ended() {
    return server.given().audit(org).stream()
        .filter(record -> record.action().equals("finish_repo_setup"))
        .map(record -> record.data().toString())
        .toList();
  }

  @Test
  void theEndOfASetUpIsToldToTheAuditLogOnceAlsoOfOneThatWasReplaced() {
    permit("\"group_prefix\":\"acme\"").ok();
    String body = json("repo_path", "acme/site");
    String replaced = old.post(setUp, body).ok().text("/session_id");
    String done = old.post(setUp, body).ok().text("/session_id");
    String asleep = old.post(setUp, body).ok().text("/session_id");
    server
        .given()
        .update(
            "UPDATE session SET status = 'SUSPENDED', status_detail = 'USER_REQUEST', prior_detail = 'WORKING' WHERE session_id = ?",
            asleep);
    server
        .given()
        .update(
            "UPDATE session SET status = 'RUNNING', status_detail = 'FINISHED' WHERE session_id = ?",
            done);
    await(() -> ended().toString().contains(done));
    member.delete(path("sessions/" + replaced)).ok();
    await(() -> ended().toString().contains(replaced));

    assertThat(ended()).hasSize(2);
    assertThat(ended().getFirst()).contains(done, org.value(), "github.com/acme/site");
    assertThat(ended().getLast()).contains(replaced);
    server
        .given()
        .update(
            "UPDATE session SET status = 'EXIT', status_detail = 'FINISHED' WHERE session_id IN (?, ?)",
            done,
            asleep);
    await(() -> ended().size() > 2);
    assertThat(ended()).hasSize(3).last().asString().contains(asleep);
  }

  private String untouchedFor(String age, String more) {
    String id = old.post(setUp, json("repo_path", "acme/site")).ok().text("/session_id");
    server
        .given()
        .update(
            "UPDATE session SET updated_at = now() - ?::interval%s WHERE session_id = ?"
                .formatted(more),
            age,
            id);
    return id;
  }

  @Test
  void theEndOfASetUpThatNobodyGoesOnWithIsAwaitedForAMonth() {
    permit("\"group_prefix\":\"acme\"").ok();
    String recent = untouchedFor("29 days", "");
    String left = untouchedFor("31 days", "");
    String done = untouchedFor("31 days", ", status = 'EXIT', status_detail = NULL");
    server.leadAnew();
    await(() -> !server.given().dump("repository_setup_run").contains(left));
    await(() -> ended().size() == 1);
    assertThat(ended().getFirst()).contains(done);
    assertThat(server.given().dump("repository_setup_run")).contains(recent);
  }

  @Test
  void whatCantBeSetUpIsRefused() {
    old.post(setUp, "{}").invalid("body.repo_path missing");
    old.post(setUp, json("repo_path", "x")).invalid("body.repo_path format");
    old.post(setUp, json("repo_path", "acme/site")).invalid("body.repo_path not_allowed");
    old.post(
            setUp,
            json(
                "repo_path",
                "a/b",
                "pull_repo_commands",
                List.of(""),
                "run_lint_commands",
                5,
                "run_project_commands",
                "x\n".repeat(101)))
        .invalid(
            "body.pull_repo_commands.0 too_short",
            "body.run_lint_commands type",
            "body.run_project_commands too_long");
    String line = "\"" + "x".repeat(4096) + "\"";
    String many = Stream.generate(() -> line).limit(90).collect(Collectors.joining(",", "[", "]"));
    old.post(
            setUp,
            "{\"repo_path\":\"a/b\",\"pull_repo_commands\":%s,\"run_lint_commands\":%s,\"run_project_commands\":%s}"
                .formatted(many, many, many))
        .invalid("body.repo_note too_long");
    assertThat(member.get(path("sessions")).ok().each("/session_id")).isEmpty();
  }
}
