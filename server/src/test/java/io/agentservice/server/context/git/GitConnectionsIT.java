package io.agentservice.server.context.git;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.LocalForge;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Git connections and what they see on their hosts (api-enterprise.md 14). */
@Isolated("reads the log of the whole process")
class GitConnectionsIT extends OnOrganization {
  private static final String ALL = "/v3/enterprise/git-providers/connections";
  private static final String FIRST = "/api/v3/user/repos?sort=full_name&per_page=100&page=1";
  private static final String SECOND = "/api/v3/user/repos?sort=full_name&per_page=100&page=2";

  private ApiClient admin;
  private LocalForge forge;

  @BeforeEach
  void aForge() {
    admin = server.admin();
    forge = new LocalForge();
  }

  @AfterEach
  void closeForge() {
    forge.close();
  }

  private Reply create(String type, String host, String more) {
    return admin.post(
        ALL,
        "{\"git_provider_type\":\"%s\",\"host\":\"%s\",\"token\":\"%s\"%s}"
            .formatted(type, host, LocalForge.TOKEN, more));
  }

  private String repositories(String type) {
    String id = create(type, forge.host(), "").ok().text("/git_connection_id");
    return ALL + "/" + id + "/repositories";
  }

  @Test
  void aConnectionIsKeptListedAndDeletedAndItsTokenIsNeverShown() {
    var made = create("github_token", "github.com", ",\"name\":\"ours\"").ok();
    String one = ALL + "/" + made.text("/git_connection_id");
    assertThat(made.text("/name")).isEqualTo("ours");
    assertThat(made.text("/host")).isEqualTo("github.com");
    assertThat(made.text("/git_provider_type")).isEqualTo("github_token");
    create("gitlab_token", "gitlab.com", ",\"name\":\"ours\"").refused(409, "name_taken");
    var nameless = create("gitlab_token", "gitlab.com", "").ok();
    assertThat(nameless.text("/name")).isNull();
    create("gitlab_token", "gitlab.com", "").ok();

    var listed = admin.get(ALL + "?first=2").ok();
    assertThat(listed.each("/git_connection_id")).contains(nameless.text("/git_connection_id"));
    var next = admin.get(ALL + "?first=2&after=" + listed.text("/end_cursor")).ok();
    assertThat(next.each("/git_connection_id"))
        .isNotEmpty()
        .doesNotContainAnyElementsOf(listed.each("/git_connection_id"));
    assertThat(made.body() + listed.body()).doesNotContain(LocalForge.TOKEN);
    assertThat(server.given().dump("git_connection")).doesNotContain(LocalForge.TOKEN);
    assertThat(server.given().dump("audit_log")).doesNotContain(LocalForge.TOKEN);

    assertThat(admin.delete(one).ok().body()).isEqualTo(made.body());
    admin.delete(one).refused(404, "git_connection_not_found");
    admin.get(one + "/repositories").refused(404, "git_connection_not_found");
    create("github_token", "github.com", ",\"name\":\"ours\"").ok();
  }

  @Test
  void everythingThatIsWrongIsTold() {
    admin
        .post(ALL, json("name", ""))
        .invalid(
            "body.git_provider_type missing",
            "body.host missing",
            "body.token missing",
            "body.name too_short");
    create("github_app", "github.com", "").invalid("body.git_provider_type enum");
    for (String host :
        List.of(
            "https://github.com",
            "github.com/",
            "a b",
            "-a",
            "a:0",
            "a:",
            "me@github.com",
            "a:65536",
            "a:99999")) {
      create("github_token", host, "").invalid("body.host format");
    }
    create("github_token", "git.local:8443", "").ok();
    create("github_token", "git.local:65535", "").ok();
  }

  private static String github(int number) {
    return """
    {"id": %d, "name": "repo%d", "full_name": "owner/repo%03d", "description": null, "language": "Java",
     "private": true, "updated_at": "2026-01-02T03:04:05Z"}\
    """
        .formatted(number, number, number);
  }

  private static String githubs(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(GitConnectionsIT::github)
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void repositoriesOfSeveralPagesAreListedByPathAndAskedForOnce() {
    forge.says(FIRST, githubs(20, 120));
    forge.says(SECOND, githubs(0, 20));
    String repositories = repositories("github_token");

    var first = admin.get(repositories).ok();
    var second = admin.get(repositories + "?after=" + first.text("/end_cursor")).ok();

    assertThat(first.at("/total").intValue()).isEqualTo(120);
    assertThat(first.each("/repo_path")).hasSize(100).isSorted().startsWith("owner/repo000");
    assertThat(second.each("/repo_path")).hasSize(20).endsWith("owner/repo119");
    assertThat(second.at("/has_next_page").booleanValue()).isFalse();
    assertThat(first.text("/items/7/provider_repository_id")).isEqualTo("7");
    assertThat(first.text("/items/7/repo_name")).isEqualTo("repo7");
    assertThat(first.text("/items/7/repo_description")).isNull();
    assertThat(first.text("/items/7/repo_language")).isEqualTo("Java");
    assertThat(first.at("/items/7/last_updated_at").longValue()).isEqualTo(1_767_323_045);
    assertThat(first.text("/items/7/git_connection_host")).isEqualTo(forge.host());
    assertThat(admin.get(repositories + "?filter_name=REPO11").ok().each("/repo_name"))
        .hasSize(11)
        .contains("repo11", "repo110");
    assertThat(forge.asked()).containsExactly(FIRST, SECOND);
    admin.get(repositories + "?first=101").invalid("query.first too_large");
    admin.get(repositories + "?limit=101").invalid("query.limit too_large");
    assertThat(admin.get(repositories + "?limit=1").ok().at("/items").size()).isEqualTo(1);
  }

  @Test
  void eachProviderIsAskedInItsOwnWay() {
    forge.says(
        "/api/v4/projects?membership=true&order_by=id&sort=asc&per_page=100&page=1",
        """
        [{"id": 9, "name": "Deep", "path_with_namespace": "group/sub/deep", "description": "d",
          "last_activity_at": "2026-01-02T03:04:05.123+02:00"}]\
        """);
    forge.says(
        "/rest/api/1.0/repos?limit=100&start=0",
        """
        {"values": [{"id": 4, "slug": "tool", "name": "The Tool", "project": {"key": "OPS"}}], "isLastPage": true}\
        """);
    assertThat(admin.get(repositories("gitlab_token")).ok().each("/repo_path"))
        .containsExactly("group/sub/deep");
    assertThat(admin.get(repositories("bitbucket_token")).ok().each("/repo_path"))
        .containsExactly("ops/tool");
  }

  @Test
  void whateverGoesWrongThereIsAnUpstreamFailureThatShowsNothingOfTheToken() {
    try (var log = new LogCapture()) {
      String repositories = repositories("github_token");
      for (String body :
          List.of("{}", "[{\"id\": 1}]", "not JSON", "[" + " ".repeat(9 << 20) + "]")) {
        forge.says(FIRST, body);
        admin.get(repositories).refused(502, "upstream_failed");
      }
      for (int status : List.of(302, 401, 403, 404, 429, 500)) {
        forge.says(FIRST, status, "http://" + forge.host() + SECOND);
        var refused = admin.get(repositories).refused(502, "upstream_failed");
        assertThat(refused.text("/detail")).contains(forge.host(), String.valueOf(status));
      }
      assertThat(forge.asked()).doesNotContain(SECOND);
      String other =
          admin
              .post(
                  ALL,
                  "{\"git_provider_type\":\"github_token\",\"host\":\"%s\",\"token\":\"no\\nheader\"}"
                      .formatted(forge.host()))
              .ok()
              .text("/git_connection_id");
      admin.get(ALL + "/" + other + "/repositories").refused(502, "upstream_failed");
      forge.close();
      var refused = admin.get(repositories).refused(502, "upstream_failed");
      assertThat(refused.text("/detail")).contains(forge.host());
      assertThat(String.join("\n", log.from(Level.DEBUG)))
          .doesNotContain(LocalForge.TOKEN, "no\nheader");
    }
  }
}
