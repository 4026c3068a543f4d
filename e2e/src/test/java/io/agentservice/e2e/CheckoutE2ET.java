package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session finds its repository checked out, whatever is killed meanwhile. */
@Tag("crashes")
@Timeout(300) // several programs start, one after the other
class CheckoutE2ET {
  private static final String TRANSCRIPT =
      """
      {"name": "checkout", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "bash", "input": {"command": "git -C web status --short --branch; wc -c < web/a.txt"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
      """;

  /** A machine is given up soon. */
  private static final Map<String, String> SOON =
      Map.of("AGENT_CONNECTION_GRACE_SECONDS", "3", "AGENT_CLAIM_TTL_SECONDS", "30");

  @TempDir Path directory;
  private PublicGitHost host;
  private Installation installation;

  @BeforeEach
  void open() throws Exception {
    host = new PublicGitHost(directory.resolve("host"));
    var noise = new byte[200_000];
    new Random(1).nextBytes(noise);
    host.repository("acme/web", "a.txt", HexFormat.of().formatHex(noise));
  }

  private void start(Map<String, String> settings) throws IOException {
    installation = Installation.start(directory, settings);
    installation.startWorker("worker-1");
  }

  @AfterEach
  void stop() {
    installation.close();
    host.close();
  }

  private String session() throws IOException {
    return session(TRANSCRIPT);
  }

  private String session(String transcript) throws IOException {
    var file = Files.createTempFile(directory, "transcript", ".json");
    Files.writeString(file, transcript);
    var body =
        JsonObject.of(
            "prompt",
            "Look",
            "title",
            "Mend the page",
            "model",
            "replay:" + file,
            "repos",
            List.of(host.address("acme/web")));
    return installation.client().sessions(installation.org()).create(body, null).id();
  }

  private List<JsonObject> events(String id, String type) {
    return installation.events(id).stream()
        .filter(event -> event.required("type").equals(type))
        .map(event -> event.object("data"))
        .toList();
  }

  private void assertDone(String id) {
    installation.awaitStatus(id, "running", "finished");
    var branch = "agent/" + id.substring(id.length() - 12) + "-mend-the-page";
    assertThat(events(id, "repository_ready")).hasSize(1);
    assertThat(events(id, "repository_ready").getFirst().required("branch")).isEqualTo(branch);
    assertThat(events(id, "tool_result").getFirst().toJson()).contains("## " + branch, "400000");
    assertThat(installation.work().resolve("web/a.txt")).hasSize(400_000);
  }

  @Test
  void theSecondSessionOfARepositoryTakesItFromTheWorkersMirror() throws Exception {
    start(Map.of());
    assertDone(session());
    long first = host.fetched();
    Files.move(installation.work().resolve("web"), directory.resolve("first"));

    assertDone(session());

    assertThat(first).isGreaterThan(150_000);
    assertThat(host.fetched() - first).isLessThan(2_000);
    assertThat(directory.resolve("worker-1/mirrors")).isDirectory();
  }

  @Test
  void behindWallsTheSecondSessionTakesItFromWhatTheFirstFetched() throws Exception {
    assumeTrue(isThere("bwrap"), "bubblewrap is not installed here");
    installation = Installation.start(directory, Map.of());
    var data = directory.resolve("worker-1");
    int port = URI.create(host.address("acme/web")).getPort(); // of this machine's loopback
    installation.startWorker("worker-1", data, "--sandbox=bwrap", "--sandbox-loopback=" + port);
    String one = session();
    assertDone(one);
    long first = host.fetched();
    installation.client().sessions(installation.org()).terminate(one, false);
    var taken = data.resolve("mirrors-walled/written");
    installation.await("its mirror", () -> Files.exists(taken));
    Files.move(installation.work().resolve("web"), directory.resolve("first"));

    assertDone(session());

    assertThat(first).isGreaterThan(150_000);
    assertThat(host.fetched() - first).isLessThan(2_000);
  }

  private static boolean isThere(String program) throws Exception {
    return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
  }

  @Test
  @Tag("nightly")
  void aServerThatIsKilledInTheMidstOfACloneTakesItUpAgain() throws Exception {
    start(Map.of());
    host.hold();
    String id = session();
    installation.await("the clone to begin", () -> host.fetches() == 1);
    installation.killServer();
    installation.startServer();
    host.letGo();

    assertDone(id);
    assertThat(events(id, "repository_checkout")).hasSize(1);
    assertThat(host.fetches()).isEqualTo(1);
  }

  @Test
  @Tag("nightly")
  void aRemoteThatIsKilledInTheMidstOfACloneLeavesNoHalfOne() throws Exception {
    start(SOON);
    host.hold();
    String id = session();
    installation.await("the clone to begin", () -> host.fetches() == 1);
    remotes().forEach(ProcessHandle::destroyForcibly);
    assertThat(installation.work().resolve("web")).doesNotExist();
    host.letGo();

    assertDone(id);
    assertThat(events(id, "repository_checkout")).hasSize(2);
    try (var files = Files.list(installation.work())) {
      assertThat(files).containsExactly(installation.work().resolve("web"));
    }
  }

  @Test
  @Tag("nightly")
  void aMachineThatIsLostWithItsDiskTakesTheTurnUnderWayWithIt() throws Exception {
    installation = Installation.start(directory, SOON);
    var worker = installation.startWorker("worker-1");
    String id =
        session(
            """
            {"name": "lost", "model": "recorded", "turns": [
              {"tool_calls": [{"name": "bash", "input": {"command": "cd web && echo x > new && git add new && git commit -qm mine && echo y >> new && echo z > untracked"}}]},
              {"tool_calls": [{"name": "bash", "input": {"command": "touch begun; sleep 300"}}]},
              {"tool_calls": [{"name": "bash", "input": {"command": "cd web && git log -1 --format=%s && cat new untracked && git status --short"}}]},
              {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
            """);
    var begun = installation.work().resolve("begun");
    installation.await("the second turn", () -> Files.exists(begun));
    worker.destroyForcibly().waitFor();
    remotes().forEach(ProcessHandle::destroyForcibly);
    Files.move(installation.work().resolve("web"), directory.resolve("lost"));
    installation.startWorker("worker-2");

    installation.awaitStatus(id, "running", "finished");
    assertThat(events(id, "work_restored")).extracting(JsonObject::toJson).hasSize(1);
    assertThat(events(id, "tool_result").get(2).toJson())
        .contains("mine\\nx\\ny\\nz\\n M new\\n?? untracked");
    assertThat(events(id, "changes").getLast().number("files", 0)).isEqualTo(2);
  }

  private List<ProcessHandle> remotes() {
    return installation.processes().stream()
        .filter(
            process -> process.info().commandLine().orElse("").contains("io.agentservice.remote"))
        .toList();
  }

  /** 2 GiB in the newest commit, all of which the work tree needs. */
  @Test
  @Tag("nightly")
  @Timeout(900) // it is made, fetched and written out
  void aRepositoryOf2GiBIsCheckedOut() throws Exception {
    host.enlarge("acme/web", 32);
    start(Map.of());
    var id = session();
    installation.await(
        "the repository",
        Duration.ofMinutes(8),
        () ->
            !events(id, "repository_ready").isEmpty()
                || !events(id, "repository_unavailable").isEmpty());

    assertThat(events(id, "repository_unavailable")).isEmpty();
    assertDone(id);
    assertThat(host.fetched()).isGreaterThan(2L << 30);
    try (var files = Files.list(installation.work().resolve("web/large"))) {
      assertThat(files).hasSize(32).allSatisfy(file -> assertThat(file).hasSize(64 << 20));
    }
  }
}
