package io.agentservice.server.context.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What becomes of the work of a server that is killed at it. */
class IndexTakeoverIT extends OnGitHost {
  private static final Map<String, String> WITH_INDEX = Map.of("AGENT_FEATURES", "indexing");

  /** The server of the class indexes nothing, so that the others have all work. */
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_FEATURES", "legacy");
  }

  private long directories() throws IOException {
    try (var files = Files.list(server.home().resolve("data/repositories"))) {
      return files.count();
    }
  }

  @Test
  void theNextServerEndsTheJobOfAKilledOneAndDeletesWhatItHadFetched() throws IOException {
    String path = group + "/app";
    String commit;
    var repository = host.repository(path, Map.of("Found.java", "class Found {}\n"));
    host.hold();
    String job;
    try (var killed = server.furtherProcess(256, WITH_INDEX)) {
      var there = ApiClient.anonymous(killed.address()).withToken(TestServer.ADMIN_KEY);
      there.put(indexing(path), "{}").ok();
      await(() -> host.fetches() == 1);
      job = there.get(indexing(path)).ok().text("/latest_indexes/0/job_id");
      assertThat(there.get(indexing(path)).text("/latest_indexes/0/status"))
          .isEqualTo("in_progress");
    }
    assertThat(directories()).isEqualTo(2); // with the lock
    commit = repository.commit(Map.of("Later.java", "class Later {}\n"));
    host.letGo();
    server
        .given()
        .update(
            "UPDATE indexed_branch SET held_until = now() - interval '1 second' WHERE org_id = ?",
            org.value());

    try (var next = server.furtherNode(WITH_INDEX, UnaryOperator.identity())) {
      var there = server.adminOf(next);
      await(() ->
          "completed".equals(there.get(indexing(path)).ok().text("/latest_indexes/0/status")));
      var done = there.get(indexing(path)).ok();
      assertThat(done.text("/latest_indexes/0/job_id")).isEqualTo(job);
      assertThat(done.text("/latest_indexes/0/commit")).isEqualTo(commit);
      await(this::isEmpty);
    }
  }

  private boolean isEmpty() {
    try {
      return directories() == 0;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whoHasLostABranchWritesNoMoreOfIt() {
    String path = group + "/app";
    host.repository(path, Map.of("Found.java", "class Found {}\n"));
    host.hold();
    int fetches = host.fetches();
    try (var node = server.furtherNode(WITH_INDEX, UnaryOperator.identity())) {
      var there = server.adminOf(node);
      there.put(indexing(path), "{}").ok();
      await(() -> host.fetches() > fetches);
      server
          .given()
          .update(
              "UPDATE indexed_branch SET holder = 'another', held_until = now() + interval '1 hour' WHERE org_id = ?",
              org.value());
      host.letGo();
      await(this::isEmpty);
    }
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM index_file f JOIN indexed_branch b USING (branch_id) WHERE b.org_id = ?",
                    org.value()))
        .isZero();
    assertThat(
            server
                .given()
                .text(
                    "SELECT status FROM index_job j JOIN indexed_branch b USING (branch_id) WHERE b.org_id = ?",
                    org.value()))
        .isEqualTo("in_progress");
  }
}
