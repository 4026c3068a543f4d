package io.agentservice.server.context.indexing;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.testing.GitHost;
import io.agentservice.server.testing.GitHost.Repository;
import io.agentservice.server.testing.Reply;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens to an indexed repository, from its git host to what a search finds. */
class IndexingIT extends OnGitHost {
  private String path;
  private Repository repository;

  @BeforeEach
  void aRepository() {
    path = group + "/app";
    repository =
        host.repository(path, Map.of("Greeting.java", "class Greeting {}\n", "b.txt", "stays\n"));
  }

  private boolean anyIsIndexed() {
    var account = new AccountId(server.given().text("SELECT account_id FROM account"));
    try (var database = server.openDatabase()) {
      return database.with(IndexedSql.class, sql -> sql.any(new Scope(account, org)));
    }
  }

  private long fileId(String name) {
    return server
        .given()
        .number(
            "SELECT file_id FROM index_file f JOIN indexed_branch b USING (branch_id) WHERE b.org_id = ? AND f.path = ?",
            org.value(),
            name);
  }

  @Test
  void whatIsPushedIsFoundAndNothingIsReadWhereNothingHasChanged() {
    var status = indexed(path, "");
    assertThat(status.each("/latest_indexes", "/branch_name")).containsExactly("main");
    assertThat(found("greeting")).containsExactly("Greeting.java");
    int fetches = host.fetches();
    long kept = fileId("b.txt");

    lookNow(path, "");
    await(() ->
        server
                .given()
                .number(
                    "SELECT count(*) FROM indexed_branch WHERE org_id = ? AND due_at > now()",
                    org.value())
            == 1);
    assertThat(host.fetches()).isEqualTo(fetches);
    assertThat(member.get(indexing(path)).ok().body()).isEqualTo(status.body());

    String commit =
        repository.commit(
            Map.of("Farewell.java", "class Farewell {}\n", "Greeting.java", "int x;\n"));
    lookNow(path, "");
    await(() ->
        commit.equals(
            member.get(indexing(path)).text("/latest_completed_search_index_job/commit")));
    assertThat(found("farewell")).containsExactly("Farewell.java");
    assertThat(found("greeting")).containsExactly("Greeting.java"); // by its path
    assertThat(search("greeting").at("/results/0/excerpt").stringValue()).isEqualTo("int x;");
    assertThat(fileId("b.txt")).isEqualTo(kept);
    assertNobodyCameWithoutTheToken();
  }

  @Test
  void filesThatAreDeletedAreFoundNoMore() {
    indexed(path, "");
    var change = new HashMap<String, String>();
    change.put("Greeting.java", null);
    String commit = repository.commit(change);
    lookNow(path, "");
    await(() ->
        commit.equals(
            member.get(indexing(path)).text("/latest_completed_search_index_job/commit")));
    assertThat(found("greeting")).isEmpty();
    assertThat(found("stays")).containsExactly("b.txt");
  }

  @Test
  void aPermissionThatGoesTakesItsRepositoriesFromEverySearchAtOnce() {
    indexed(path, "");
    assertThat(found("greeting")).isNotEmpty();

    forbidAll();

    assertThat(found("greeting")).isEmpty();
    member.get(indexing(path)).refused(404, "repository_not_found");
    assertThat(member.get(repositories("/indexing")).ok().at("/items")).isEmpty();
    member
        .post(
            "/v3beta1/organizations/" + org + "/searches",
            json("query", "q", "repo_names", List.of(path)))
        .invalid("body.repo_names.0 unknown_reference");
    server.given().update("UPDATE indexed_branch SET due_at = now() WHERE org_id = ?", org.value());
    permissionlessContentIsErased();

    permitAgain();
    lookNow(path, "");
    await(() -> !found("greeting").isEmpty());
  }

  private void permissionlessContentIsErased() {
    var other = group + "other";
    permit(connection(GitHost.TOKEN), other);
    host.repository(other + "/x", Map.of("a", "b\n"));
    boss.put(indexing(other + "/x"), "{}").ok(); // wakes the server
    await(() ->
        server
                .given()
                .number(
                    "SELECT count(*) FROM index_file f JOIN indexed_branch b USING (branch_id) WHERE b.org_id = ? AND b.repo_path = ?",
                    org.value(),
                    path)
            == 0);
  }

  private static List<String> jobs(Reply status) {
    return status
        .at("/latest_indexes")
        .valueStream()
        .map(job -> job.get("branch_name").stringValue() + " " + job.get("status").stringValue())
        .toList();
  }

  @Test
  void severalBranchesAreKeptApartAndEqualLinesAreFoundOnce() throws Exception {
    repository.on("next/one").commit(Map.of("Next.java", "class OnlyNext {}\n"));
    boss.put(indexing(path), json("branch_names", List.of("main", "next/one"))).ok();
    await(() ->
        List.of("main completed", "next/one completed")
            .equals(jobs(member.get(indexing(path)).ok())));
    assertThat(found("greeting")).containsExactly("Greeting.java");
    assertThat(found("onlyNext")).containsExactly("Next.java");

    String files =
        "SELECT FROM index_file WHERE branch_id IN (SELECT branch_id FROM indexed_branch WHERE org_id = ?) FOR UPDATE";
    try (var _ = server.given().holding(files, org.value())) { // so that they can't be erased yet
      boss.delete(indexing(path) + "/branches/next%2Fone").ok();
      assertThat(found("onlyNext")).isEmpty();
      assertThat(anyIsIndexed()).isTrue();
      boss.delete(indexing(path)).ok();
      assertThat(anyIsIndexed()).isFalse();
    }
    await(() ->
        server
                .given()
                .number(
                    "SELECT count(*) FROM indexed_branch WHERE org_id = ? AND removed_at IS NOT NULL",
                    org.value())
            == 0);
  }

  @Test
  void aBranchThatIsNotThereAndAWrongTokenFailAndSaySo() {
    boss.put(indexing(path), json("branch_name", "nowhere")).ok();
    var failed = awaited(path, "failed");
    assertThat(failed.text("/latest_indexes/0/commit")).isEmpty();
    assertThat(failed.at("/latest_completed_search_index_job").isNull()).isTrue();
    assertThat(anyIsIndexed()).isFalse();

    var other = group + "other";
    permit(connection("wrong"), other);
    host.repository(other + "/x", Map.of("a", "b\n"));
    boss.put(indexing(other + "/x"), "{}").ok();
    awaited(other + "/x", "failed");
  }

  @Test
  void aRepositoryOutsideOfThePermissionIsNotReachedByWayOfOneInside() {
    String outside = "outside" + group + "/secret";
    host.repository(outside, Map.of("Secret.java", "class Secret {}\n"));
    for (String way : List.of(group + "/../" + outside, group + "/%2e%2e/" + outside)) {
      boss.put(indexing(way.replace("%", "%25").replace("/", "%2F")), "{}")
          .refused(404, "repository_not_found");
      boss.put(
              repositories("/indexing"),
              json("repositories", List.of(fields("repository_path", way))))
          .invalid("body.repositories.0.repository_path unknown_reference");
    }
  }

  @Test
  void theLongestPathInBytesIsReadAndALongerOneIsRefused() {
    var longest = new StringBuilder(group);
    while (longest.toString().getBytes(UTF_8).length < RepoName.MAX_LENGTH - 100) {
      longest.append("/").append("ü".repeat(49));
    }
    int left = RepoName.MAX_LENGTH - longest.toString().getBytes(UTF_8).length - 1;
    longest.append("/").append("x".repeat(left));
    host.repository(longest.toString(), Map.of("a.txt", "farBelow\n"));
    String wide = "\uD83D\uDE00".repeat(127);
    String encoded = URLEncoder.encode(longest.toString(), UTF_8);

    boss.put(indexing(encoded), json("branch_names", List.of(wide, "main"))).ok();
    await(() -> found("farBelow").equals(List.of("a.txt")));
    assertThat(boss.delete(indexing(encoded)).ok().text("/repository_path"))
        .isEqualTo(longest.toString());

    boss.put(indexing(encoded + "2"), "{}").refused(404, "repository_not_found");
    member.get(indexing(encoded + "2")).refused(404, "repository_not_found");
    boss.put(
            repositories("/indexing"),
            json("repositories", List.of(fields("repository_path", longest + "2"))))
        .invalid("body.repositories.0.repository_path too_long");
  }

  @Test
  void aBranchThatFailsAgainIsLookedAtLessOften() {
    boss.put(indexing(path), json("branch_name", "nowhere")).ok();
    awaited(path, "failed");
    server
        .given()
        .update("UPDATE indexed_branch SET failures_in_a_row = 20 WHERE org_id = ?", org.value());
    lookNow(path, "\"nowhere\"");
    await(() ->
        server
                .given()
                .number(
                    "SELECT count(*) FROM indexed_branch WHERE org_id = ? AND due_at > now() + interval '50 minutes'",
                    org.value())
            == 1);
    repository.on("nowhere").commit(Map.of("Now.java", "class Now {}\n"));
    lookNow(path, "\"nowhere\"");
    awaited(path, "completed");
    await(() ->
        server
                .given()
                .number(
                    "SELECT failures_in_a_row FROM indexed_branch WHERE org_id = ?", org.value())
            == 0);
  }

  @Test
  void onlyTextIsReadAndNeitherLinksNorSubmodulesAreFollowed() throws IOException {
    var work = repository.work();
    var secret = Files.writeString(work.resolveSibling("outside.txt"), "outsideSecret\n");
    Files.createSymbolicLink(work.resolve("link.txt"), secret);
    Files.createSymbolicLink(work.resolve("inner.txt"), Path.of("b.txt"));
    Files.write(work.resolve("binary.bin"), new byte[] {'b', 'i', 'n', 'W', 0, 1, 2});
    Files.writeString(work.resolve("large.txt"), "largeWord\n".repeat(60_000));
    Files.writeString(work.resolve("long.js"), "x".repeat(100_000) + " tooFarRight\n");
    Files.writeString(work.resolve("umläut ß\n.txt"), "füße im Schnee\n");
    Files.write(work.resolve("latin.txt"), new byte[] {'c', 'a', 'f', (byte) 0xe9, '\n'});
    GitHost.git(work, "add", "--all");
    GitHost.git(
        work, "update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",module");
    Files.createDirectories(work.resolve(".git/hooks"));
    repository.commitStaged();

    indexed(path, "");

    for (String absent : List.of("outsideSecret", "binW", "largeWord", "tooFarRight", "module")) {
      assertThat(found(absent)).as(absent).isEmpty();
    }
    assertThat(found("stays")).containsExactly("b.txt");
    assertThat(found("füße")).containsExactly("umläut ß\n.txt");
    assertThat(found("latin")).containsExactly("latin.txt");
    assertThat(found("link")).isEmpty();
  }

  /** Five megabytes of text, and as much that is none. */
  @Test
  void aLargeRepositoryIsIndexedWhole() throws IOException {
    var dice = new Random(7);
    var work = repository.work();
    for (int file = 0; file < 250; file++) {
      var text = new StringBuilder("class Part" + file + " {\n");
      while (text.length() < 20_000) {
        text.append("  int value").append(dice.nextInt(100_000)).append(" = compute();\n");
      }
      var to = work.resolve("src/p" + file % 10 + "/Part" + file + ".java");
      Files.createDirectories(to.getParent());
      Files.writeString(to, text + "}\n");
    }
    byte[] noise = new byte[5 << 20];
    dice.nextBytes(noise);
    Files.write(work.resolve("noise.bin"), noise);
    repository.commit(Map.of());

    indexed(path, "");

    assertThat(found("Part123").getFirst()).isEqualTo("src/p3/Part123.java");
    assertThat(search("compute").each("/results", "/path")).hasSize(20);
  }
}
