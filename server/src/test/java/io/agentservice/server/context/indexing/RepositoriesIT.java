package io.agentservice.server.context.indexing;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.LocalForge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The routes of repositories and of what is indexed of them (api-org.md 10). */
class RepositoriesIT extends OnGitHost {
  private static final String LISTED = "/api/v3/user/repos?sort=full_name&per_page=100&page=1";

  private String app;
  private String deep;

  @BeforeEach
  void repositoriesOfTheGroup() {
    app = group + "/app";
    deep = group + "/sub/deep";
    host.repository(app, Map.of("a", "a\n"));
    host.repository(deep, Map.of("b", "b\n"));
  }

  @Test
  void item115ARepositoryIsNamedRawOrEncodedAndWithoutBranches() {
    for (String path : new String[] {deep, deep.replace("/", "%2F"), deep.replace("/", "%2f")}) {
      var set = boss.put(indexing(path), "").ok();
      assertThat(set.text("/repository_path")).isEqualTo(deep);
      assertThat(set.at("/branches")).isEmpty();
      assertThat(member.get(indexing(path)).ok().at("/indexing_enabled").booleanValue()).isTrue();
      assertThat(boss.delete(indexing(path)).ok().at("/indexing_enabled").booleanValue()).isFalse();
    }
    boss.put(indexing(deep), json("branch_names", List.of("a/b", "c"))).ok();
    boss.delete(indexing(deep) + "/branches/a/b").ok();
    boss.put(indexing(deep), json("branch_names", List.of("a/b", "c"))).ok();
    assertThat(boss.delete(indexing(deep) + "/branches/a%2Fb").ok().each("/branches", ""))
        .containsExactly("c");
  }

  @Test
  void item56IndexingLivesFromPutToDeleteAndTwiceIsAsOnce() {
    var off = member.get(indexing(app)).ok();
    assertThat(off.at("/indexing_enabled").booleanValue()).isFalse();
    assertThat(off.at("/latest_indexes")).isEmpty();

    var on = boss.put(indexing(app), json("branch_names", List.of("b", "a", "b"))).ok();
    assertThat(on.each("/branches", "")).containsExactly("b", "a");
    String before =
        server
            .given()
            .dump("(SELECT branch_id, branch_name FROM indexed_branch ORDER BY branch_id) t");
    assertThat(
            boss.put(indexing(app), json("branch_names", List.of("b", "a")))
                .ok()
                .each("/branches", ""))
        .containsExactly("b", "a");
    assertThat(
            server
                .given()
                .dump("(SELECT branch_id, branch_name FROM indexed_branch ORDER BY branch_id) t"))
        .isEqualTo(before);
    assertThat(boss.put(indexing(app), "{\"branch_names\":null}").ok().at("/branches")).isEmpty();
    assertThat(boss.put(indexing(app), json("branch_name", "x")).ok().each("/branches", ""))
        .containsExactly("x");
    boss.delete(indexing(app) + "/branches/y").refused(404, "repository_not_found");
    var last = boss.delete(indexing(app) + "/branches/x").ok();
    assertThat(last.at("/indexing_enabled").booleanValue()).isFalse();
    assertThat(last.at("/indexing_status").isNull()).isTrue();
    assertThat(boss.delete(indexing(app)).ok().body()).isEqualTo(last.body());
    var records =
        server.given().audit(org).stream()
            .filter(record -> record.action().equals("update_repository_indexing"))
            .toList();
    assertThat(records).hasSize(6);
    assertThat(records.getFirst().data().toString())
        .contains("\"repository_path\":\"%s\"".formatted(app))
        .contains("\"branches\":[\"b\",\"a\"]")
        .contains("\"indexing_enabled\":true");
  }

  @Test
  void severalAreSetAndClearedTogetherInTheOrderOfTheBodyOrNotAtAll() {
    var set =
        boss.put(
                repositories("/indexing"),
                """
                {"repositories": [{"repository_path": "%s/%s", "branch_names": ["a"]}, {"repository_path": "%s"}]}
                """
                    .formatted(host.host(), deep, app))
            .ok();
    assertThat(set.each("", "/repository_path")).containsExactly(deep, app);
    var listed = member.get(repositories("/indexing?first=1")).ok();
    assertThat(listed.each("/repository_path")).containsExactly(app);
    assertThat(
            member
                .get(repositories("/indexing?first=1&after=" + listed.text("/end_cursor")))
                .ok()
                .each("/repository_path"))
        .containsExactly(deep);
    boss.put(
            repositories("/indexing"),
            """
            {"repositories": [{"repository_path": "no/where"}, {"repository_path": "%s", "branch_names": ["..", 1]}, {},
                              {"repository_path": "%s"}, {"repository_path": "other.host/%s"}, 5]}
            """
                .formatted(app, app, app))
        .invalid(
            "body.repositories.0.repository_path unknown_reference",
            "body.repositories.1.branch_names.0 pattern",
            "body.repositories.1.branch_names.1 type",
            "body.repositories.2.repository_path missing",
            "body.repositories.4.repository_path unknown_reference",
            "body.repositories.5 type",
            "body.repositories.3.repository_path duplicate");
    boss.put(repositories("/indexing"), "{}").invalid("body.repositories missing");
    boss.put(repositories("/indexing"), "{\"repositories\":[]}")
        .invalid("body.repositories too_short");
    boss.send("DELETE", repositories("/indexing"), json("repository_paths", List.of("no/where")))
        .invalid("body.repository_paths.0 unknown_reference");
    boss.delete(repositories("/indexing")).invalid("body.repository_paths missing");
    var cleared =
        boss.send("DELETE", repositories("/indexing"), json("repository_paths", List.of(app, deep)))
            .ok();
    assertThat(cleared.each("", "/repository_path")).containsExactly(app, deep);
    assertThat(member.get(repositories("/indexing")).ok().at("/total").intValue()).isZero();
  }

  @Test
  void whatIsWrongIsToldAndWhatIsNotPermittedIsNotThere() {
    boss.put(indexing(app), json("branch_names", List.of("a b", "-x", "x.lock")))
        .invalid(
            "body.branch_names.0 pattern",
            "body.branch_names.1 pattern",
            "body.branch_names.2 pattern");
    boss.put(indexing(app), json("branch_name", "a", "branch_names", List.of("b")))
        .invalid("body.branch_names alias_conflict");
    boss.put(indexing(app), json("branch_name", "a", "branch_names", List.of("a"))).ok();
    boss.put(indexing(app), "{\"branch_name\":5}").invalid("body.branch_name type");
    for (String path : new String[] {"no/where", "app", group + "x/app"}) {
      member.get(indexing(path)).refused(404, "repository_not_found");
      boss.put(indexing(path), "{\"branch_name\":5}").refused(404, "repository_not_found");
      boss.delete(indexing(path)).refused(404, "repository_not_found");
      boss.delete(indexing(path) + "/branches/main").refused(404, "repository_not_found");
    }
    boss.put(
            repositories("/indexing"),
            "{\"repositories\":[{\"repository_path\":\"%s\\u0000\"},{\"repository_path\":\"%s\\ud800\"}]}"
                .formatted(app, app))
        .refused(422, "validation_failed");
    member.put(indexing(app), "{}").refused(403, "permission_denied");
    member.delete(indexing(app)).refused(403, "permission_denied");
  }

  private String onForge(LocalForge forge, String group) {
    String id = connection(forge.host(), LocalForge.TOKEN);
    permit(id, group);
    return "/v3/enterprise/git-providers/connections/" + id + "/repositories";
  }

  @Test
  void aConnectionThatFailsLeavesTheOthersAndIsAskedAgainLater() {
    try (var forge = new LocalForge()) {
      forge.says(LISTED, 500, "{}");
      permit(connection("wrong"), group + "other");
      String own = onForge(forge, "team");
      for (int time = 0; time < 2; time++) {
        assertThat(member.get(repositories("")).ok().each("/repo_path")).containsExactly(app, deep);
      }
      assertThat(forge.asked()).hasSize(1);
      admin.get(own).refused(502, "upstream_failed");
      assertThat(forge.asked()).hasSize(2); // who looks at it itself sees how it stands

      forge.says(LISTED, "[{\"id\": 1, \"name\": \"site\", \"full_name\": \"team/site\"}]");
      admin.get(own).ok();
      assertThat(member.get(repositories("")).ok().each("/repo_path"))
          .containsExactly(app, deep, "team/site");
    }
  }

  @Test
  void whereAllConnectionsFailThereIsAnUpstreamFailure() {
    forbidAll();
    assertThat(member.get(repositories("")).ok().at("/items")).isEmpty();
    permit(connection("wrong"), group);
    permit(connection("wrong, too"), group);
    for (int time = 0; time < 2; time++) {
      assertThat(member.get(repositories("")).refused(502, "upstream_failed").text("/detail"))
          .contains(host.host());
    }
  }

  @Test
  void theHostIsAskedOnceForAllWhoComeMeanwhile() throws InterruptedException {
    try (var forge = new LocalForge()) {
      forge.says(LISTED, "[{\"id\": 1, \"name\": \"site\", \"full_name\": \"team/site\"}]");
      String own = onForge(forge, "team");
      var found = new CopyOnWriteArrayList<String>();
      var callers = new ArrayList<Thread>();
      forge.hold();
      for (int i = 0; i < 4; i++) {
        callers.add(
            Thread.ofPlatform().start(() -> found.addAll(admin.get(own).ok().each("/repo_path"))));
      }
      await(() -> !forge.asked().isEmpty());
      await(() -> callers.stream().allMatch(caller -> caller.getState() == Thread.State.WAITING));
      forge.letGo();
      for (var caller : callers) {
        caller.join();
      }
      assertThat(found).containsExactly("team/site", "team/site", "team/site", "team/site");
      assertThat(forge.asked()).hasSize(1);
    }
  }

  @Test
  void repositoriesAreListedAsTheirHostDescribesThemAndFiltered() {
    var all = member.get(repositories("")).ok();
    assertThat(all.each("/repo_path")).containsExactly(app, deep);
    assertThat(all.text("/items/0/repo_description")).isEqualTo("About " + app);
    assertThat(all.at("/items/0/indexing_status").isNull()).isTrue();
    assertThat(all.text("/items/0/git_connection_host")).isEqualTo(host.host());
    assertThat(member.get(repositories("?filter_name=DE")).ok().each("/repo_path"))
        .containsExactly(deep);
    assertThat(member.get(repositories("?only_repo_paths=" + app)).ok().each("/repo_path"))
        .containsExactly(app);
    assertThat(member.get(repositories("?exclude_repo_paths=" + app)).ok().each("/repo_path"))
        .containsExactly(deep);
    boss.put(indexing(deep), "{}").ok();
    var statuses = member.get(repositories("?load_indexing_status=true&first=1")).ok();
    assertThat(statuses.at("/items/0/indexing_status/indexing_enabled").booleanValue()).isFalse();
    assertThat(statuses.at("/total").intValue()).isEqualTo(2);
    var next =
        member
            .get(repositories("?load_indexing_status=true&after=" + statuses.text("/end_cursor")))
            .ok();
    assertThat(next.at("/items/0/indexing_status/indexing_enabled").booleanValue()).isTrue();
  }
}
