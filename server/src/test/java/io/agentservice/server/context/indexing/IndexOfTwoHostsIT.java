package io.agentservice.server.context.indexing;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.GitHost;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The same path on two hosts is two repositories. */
class IndexOfTwoHostsIT extends OnGitHost {
  private GitHost second;
  private String path;
  private String here;
  private String there;

  @BeforeAll
  void startSecond() {
    second = new GitHost();
  }

  @AfterAll
  void stopSecond() {
    second.close();
  }

  @BeforeEach
  void theSamePathOnBoth() {
    path = group + "/app";
    here = host.host() + "/" + path;
    there = second.host() + "/" + path;
    host.repository(path, Map.of("a.txt", "word of the first\n"));
    second.repository(path, Map.of("a.txt", "word of the second\n"));
    permit(connection(second.host(), GitHost.TOKEN), group);
  }

  private void indexBoth() {
    boss.put(
            repositories("/indexing"),
            """
            {"repositories": [{"repository_path": "%s"}, {"repository_path": "%s"}]}
            """
                .formatted(here, there))
        .ok();
    awaited(here, "completed");
    awaited(there, "completed");
  }

  private List<String> hosts(String more) {
    return member
        .post(
            "/v3beta1/organizations/" + org + "/searches", "{\"query\":\"word\"%s}".formatted(more))
        .ok()
        .each("/results", "/git_connection_host");
  }

  @Test
  void eachIsReadFromItsOwnHostAndFoundByItsPathOrWithTheHost() {
    indexBoth();

    assertThat(hosts("")).containsExactlyInAnyOrder(host.host(), second.host());
    assertThat(search("second").at("/results/0/excerpt").stringValue()).contains("second");
    assertThat(hosts(",\"repo_names\":[\"" + path + "\"]")).hasSize(2);
    assertThat(hosts(",\"repo_names\":[\"" + there + "\"]")).containsExactly(second.host());
    assertThat(hosts(",\"repo_names\":[\"http://" + here + "\"]")).containsExactly(host.host());
    var listed = member.get(repositories("/indexing")).ok();
    assertThat(listed.each("/repository_path")).containsExactly(path, path);
    assertThat(listed.each("/git_connection_host"))
        .containsExactlyInAnyOrder(host.host(), second.host());
    var page = member.get(repositories("/indexing?first=1")).ok();
    assertThat(
            member
                .get(repositories("/indexing?first=1&after=" + page.text("/end_cursor")))
                .ok()
                .each("/git_connection_host"))
        .containsExactly(listed.each("/git_connection_host").get(1));
  }

  @Test
  void whatIsDoneToOneLeavesTheOtherAsItIs() {
    indexBoth();

    boss.delete(indexing(there)).ok();

    assertThat(hosts("")).containsExactly(host.host());
    assertThat(member.get(indexing(here)).ok().at("/indexing_enabled").booleanValue()).isTrue();
    assertThat(member.get(indexing(there)).ok().at("/indexing_enabled").booleanValue()).isFalse();
    var statuses =
        member.get(repositories("?load_indexing_status=true&only_repo_paths=" + path)).ok();
    for (int i = 0; i < 2; i++) {
      String item = "/items/" + i;
      assertThat(statuses.at(item + "/indexing_status/indexing_enabled").booleanValue())
          .isEqualTo(statuses.text(item + "/git_connection_host").equals(host.host()));
    }
    boss.put(indexing(there), json("branch_names", List.of("main"))).ok();
    boss.delete(indexing(there) + "/branches/main").ok();
    assertThat(hosts("")).containsExactly(host.host());
  }

  @Test
  void aPlainNameMeansTheRepositoryOfTheDecidingPermission() {
    assertThat(boss.put(indexing(path), "{}").ok().text("/git_connection_host"))
        .isEqualTo(host.host()); // of equal permissions the older one decides
    admin
        .post(
            "/v3/enterprise/organizations/" + org + "/git-providers/permissions",
            json(
                "permissions",
                List.of(
                    fields(
                        "git_connection_id",
                        connection(second.host(), GitHost.TOKEN),
                        "repo_path",
                        path,
                        "read_only",
                        true))))
        .ok();
    assertThat(boss.put(indexing(path), "{}").ok().text("/git_connection_host"))
        .isEqualTo(second.host());
    await(() -> hosts("").size() == 2);
  }
}
