package io.agentservice.server.context.git.permissions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.testing.OnOrganization;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which of several permissions decides about a repository (api-enterprise.md 14). */
class DecidingPermissionIT extends OnOrganization {
  private static final String CONNECTIONS = "/v3/enterprise/git-providers/connections";

  private Database database;
  private AccountId account;

  @BeforeEach
  void open() {
    database = server.openDatabase();
    account = new AccountId(server.given().text("SELECT account_id FROM account"));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String connection(String host) {
    return server
        .admin()
        .post(CONNECTIONS, json("git_provider_type", "gitlab_token", "host", host, "token", "t"))
        .ok()
        .text("/git_connection_id");
  }

  /** The id of a new permission of the organization, on a connection of its own. */
  private String rule(OrgId of, String host, String kind, String path, boolean readOnly) {
    return server
        .admin()
        .post(
            "/v3/enterprise/organizations/" + of + "/git-providers/permissions",
            "{\"permissions\":[{\"git_connection_id\":\"%s\",\"%s\":\"%s\",\"read_only\":%s}]}"
                .formatted(connection(host), kind, path, readOnly))
        .ok()
        .text("/0/git_permission_id");
  }

  private String rule(String host, String kind, String path) {
    return rule(org, host, kind, path, false);
  }

  private String decides(OrgId of, String host, String path) {
    return new GitPermissions(database)
        .covering(new Scope(account, of), new RepoName(host, path))
        .map(permission -> permission.gitPermissionId().value())
        .orElse(null);
  }

  @Test
  void aHostInAPrefixMakesItNoLonger() {
    rule("forge.of-a-long-name.test", "prefix_path", "forge.of-a-long-name.test/a/");
    var longer = rule("forge.of-a-long-name.test", "prefix_path", "a/site");
    assertThat(decides(org, null, "a/site")).isEqualTo(longer);
    assertThat(decides(org, "forge.of-a-long-name.test", "a/site")).isEqualTo(longer);
  }

  @Test
  void aPrefixOfTheHostAloneIsTheWeakestAndABeginningOfTheHostCounts() {
    var all = rule("one.test", "prefix_path", "one.te");
    assertThat(decides(org, "one.test", "b/c")).isEqualTo(all);
    var group = rule("one.test", "group_prefix", "b");
    assertThat(decides(org, "one.test", "b/c")).isEqualTo(group);
    assertThat(decides(org, "one.test", "bb/c")).isEqualTo(all);
    assertThat(decides(org, "two.test", "b/c")).isNull();
  }

  @Test
  void ofEquallyLongOnesThatOfTheOldestOrganizationThenTheStricterDecides() {
    var oldest = server.given().organization();
    server
        .given()
        .update(
            "UPDATE organization SET created_at = now() - interval '1 day' WHERE org_id = ?",
            oldest.value());
    rule(org, "one.test", "repo_path", "d/e", true);
    rule(oldest, "one.test", "repo_path", "d/e", false);
    var strict = rule(oldest, "one.test", "repo_path", "d/e", true);
    assertThat(decides(null, "one.test", "d/e")).isEqualTo(strict);
    assertThat(decides(oldest, "one.test", "d/e")).isEqualTo(strict);
    server
        .given()
        .update("UPDATE organization SET deleted_at = now() WHERE org_id = ?", oldest.value());
    assertThat(decides(oldest, "one.test", "d/e")).isNull();
  }

  @Test
  void aHostIsTheSameInAnyCase() {
    var rule = rule("Upper.TEST", "repo_path", "f/g");
    assertThat(decides(org, "upper.test", "f/g")).isEqualTo(rule);
  }
}
