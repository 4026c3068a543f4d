package io.agentservice.server.context.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A database that goes away while a repository is read. */
class IndexOutageIT extends OnGitHost {
  private TcpProxy network;

  @Override
  protected String databaseAddress(String jdbcUrl) {
    network = TcpProxy.before(jdbcUrl);
    return network.through(jdbcUrl);
  }

  @AfterAll
  void closeNetwork() {
    network.close();
  }

  private void databaseIsBack() {
    network.admit();
    await(() -> member.get(path("sessions")).status() == 200);
  }

  private boolean nothingIsFetched() {
    try (var files = Files.list(server.home().resolve("data/repositories"))) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anIndexingIsTakenUpAsTheSameJob() {
    String path = group + "/app";
    host.repository(path, Map.of("Found.java", "class Found {}\n"));
    host.hold();
    int fetches = host.fetches();
    boss.put(indexing(path), "{}").ok();
    await(() -> host.fetches() > fetches);
    String job = member.get(indexing(path)).ok().text("/latest_indexes/0/job_id");

    network.refuse();
    host.letGo();
    await(this::nothingIsFetched);
    databaseIsBack();
    server
        .given()
        .update(
            "UPDATE indexed_branch SET held_until = now() - interval '1 second' WHERE org_id = ?",
            org.value()); // a minute later

    var done = awaited(path, "completed");
    assertThat(done.each("/latest_indexes", "/job_id")).containsExactly(job);
    assertThat(found("found")).containsExactly("Found.java");
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM index_job j JOIN indexed_branch b USING (branch_id) WHERE b.org_id = ?",
                    org.value()))
        .isEqualTo(1);
  }
}
