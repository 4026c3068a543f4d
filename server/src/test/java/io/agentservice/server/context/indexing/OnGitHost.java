package io.agentservice.server.context.indexing;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.GitHost;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * Tests with repositories of a git host, which the organization may read below a group of its own.
 */
public abstract class OnGitHost extends OnOrganization {
  private static final AtomicInteger COUNT = new AtomicInteger();

  protected GitHost host;

  protected ApiClient admin;
  protected ApiClient boss;

  /** The group of the test. */
  protected String group;

  private String connection;

  @BeforeAll
  void startHost() {
    host = new GitHost();
  }

  @AfterAll
  void stopHost() {
    host.close();
  }

  @BeforeEach
  void permission() {
    admin = server.admin();
    boss = server.as(server.given().key(org, "org_admin"));
    group = "group" + COUNT.incrementAndGet();
    connection = connection(GitHost.TOKEN);
    permit(connection, group);
  }

  /** A connection with that token; its id. */
  protected String connection(String token) {
    return connection(host.host(), token);
  }

  /** The same on another host. */
  protected String connection(String at, String token) {
    return admin
        .post(
            "/v3/enterprise/git-providers/connections",
            json("git_provider_type", "github_token", "host", at, "token", token))
        .ok()
        .text("/git_connection_id");
  }

  private String permissions() {
    return "/v3/enterprise/organizations/" + org + "/git-providers/permissions";
  }

  /** Lets the organization read what is below a group. */
  protected void permit(String through, String below) {
    admin
        .post(
            permissions(),
            json(
                "permissions",
                List.of(fields("git_connection_id", through, "group_prefix", below))))
        .ok();
  }

  protected void permitAgain() {
    permit(connection, group);
  }

  protected void forbidAll() {
    admin.delete(permissions()).ok();
  }

  protected String repositories(String below) {
    return "/v3beta1/organizations/" + org + "/repositories" + below;
  }

  protected String indexing(String path) {
    return repositories("/" + path + "/indexing");
  }

  /** Has a repository indexed and waits until it is. */
  protected Reply indexed(String path, String branches) {
    boss.put(indexing(path), "{\"branch_names\":[%s]}".formatted(branches)).ok();
    return awaited(path, "completed");
  }

  /** Waits until the newest jobs have ended so. */
  protected Reply awaited(String path, String status) {
    await(() -> {
      var statuses = member.get(indexing(path)).ok().each("/latest_indexes", "/status");
      return !statuses.isEmpty() && statuses.stream().allMatch(status::equals);
    });
    return member.get(indexing(path)).ok();
  }

  /** Has the server look at once whether there is something new. */
  protected void lookNow(String path, String branches) {
    server.given().update("UPDATE indexed_branch SET due_at = now() WHERE org_id = ?", org.value());
    boss.put(indexing(path), "{\"branch_names\":[%s]}".formatted(branches)).ok();
  }

  protected Reply search(String query) {
    return member
        .post(
            "/v3beta1/organizations/" + org + "/searches",
            Json.MAPPER.writeValueAsString(Map.of("query", query)))
        .ok();
  }

  /** The files that a search finds, best first. */
  protected List<String> found(String query) {
    return search(query).each("/results", "/path");
  }

  protected void assertNobodyCameWithoutTheToken() {
    assertThat(host.strangers()).isZero();
  }
}
