package io.agentservice.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session of a real server and worker is exported, and its calls are carried out again. */
@Timeout(300) // several programs start, one after the other
class SessionReplayE2ET {
  private static final String TURNS =
      """
      {"tool_calls": [{"name": "bash", "input": {"command": "cat file; pwd; date; echo two >> file; exit 3"}}]},
      {"tool_calls": [{"name": "edit", "input": {"path": "file", "old_text": "one", "new_text": "1"}}]},
      {"tool_calls": [{"name": "view", "input": {"path": "file"}},
                      {"name": "search", "input": {"pattern": "two"}}]},
      {"tool_calls": [{"name": "bash", "input": {"command": "sleep 60", "background": true, "name": "server"}}]},
      {"tool_calls": [{"name": "job_stop", "input": {"job": "server"}}]},
      {"tool_calls": [{"name": "bash", "input": {"command": "git push origin main || true"}}]},
      {"tool_calls": [{"name": "bash", "input": {"command": "git add -A && git commit -qm Second && git log --format=%s && cat file"}}]},
      {"tool_calls": [{"name": "message", "input": {"text": "Nearly done"}}]},
      {"tool_calls": [{"name": "finish", "input": {"summary": "Done."}}]}
      """;

  @TempDir private Path directory;
  private CommandLine agent;
  private CommandLine.Run up;
  private Path shop;

  @BeforeEach
  void start() throws Exception {
    directory = directory.toRealPath();
    agent = new CommandLine(directory);
    up = agent.start(Map.of("AGENT_REPLAY_MODELS", "true"), "up", "--port", "0");
    up.await("the service", () -> up.output().contains("Ctrl-C ends"));
    shop = Files.createDirectories(directory.resolve("shop"));
    git("init", "-q", "-b", "main");
    git("config", "user.name", "Ada");
    git("config", "user.email", "ada@example.com");
    Files.writeString(shop.resolve("file"), "one\n");
    git("add", ".");
    git("commit", "-q", "-m", "First");
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  private void git(String... words) throws Exception {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(shop.toFile()).redirectErrorStream(true);
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static void ends(CommandLine.Run run, int exitCode) throws Exception {
    assertThat(run.exitCode()).as(run.output() + run.errors()).isEqualTo(exitCode);
  }

  private static String session(CommandLine.Run run) {
    return run.output()
        .lines()
        .filter(line -> line.startsWith("session agent-"))
        .map(line -> line.substring("session ".length()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(run.output() + run.errors()));
  }

  /** A session that edits, runs commands and pushes. */
  private String worked() throws Exception {
    var transcript = Files.writeString(directory.resolve("transcript.json"), transcript());
    var run =
        agent.start("run", "Do it", "--in", shop.toString(), "--model", "replay:" + transcript);
    ends(run, 0);
    return session(run);
  }

  private static String transcript() {
    return "{\"name\": \"t\", \"turns\": [%s]}".formatted(TURNS);
  }

  private static JsonObject result(CommandLine.Run run) {
    return JsonObject.parse(run.output().strip());
  }

  @Test
  void anExportedSessionComesOutAsItWasAndAChangedResultIsNamed() throws Exception {
    var id = worked();
    var export = directory.resolve("session.zip");
    ends(agent.start("session", "export", id, "--output", export.toString()), 0);
    var recorded = directory.resolve("recorded.json");
    ends(agent.start("session", "export", id, "--transcript", recorded.toString()), 0);
    up.interrupt();
    up.exitCode(); // from here on there is no service

    var same = agent.start("session", "replay", export.toString(), "--json");
    ends(same, 0);
    var result = result(same);
    assertThat(result.text("outcome")).isEqualTo("same");
    assertThat(result.number("same", 0)).isEqualTo(7);
    assertThat(result.object("same_but_for").number("times", 0)).isPositive();
    assertThat(result.object("taken_from_the_log").fields())
        .containsOnlyKeys("bash", "finish", "message");
    assertThat(same.errors()).contains("git push", "taken from the log");
    assertThat(shop.resolve("file")).as("the session's own").hasContent("1\ntwo");
    assertThat(left()).isEmpty();

    var changed = directory.resolve("changed.zip");
    copy(export, changed, text -> text.replace("[exit code 3]", "[exit code 4]"));
    var other = agent.start("session", "replay", changed.toString(), "--json");
    ends(other, 1);
    var divergence = result(other).object("divergence");
    assertThat(divergence.number("step", 0)).isOne();
    assertThat(divergence.text("tool")).isEqualTo("bash");
    assertThat(divergence.list("difference").toString())
        .contains("- [exit code 4]", "+ [exit code 3]");
    assertThat(other.errors()).contains("somebody has changed them");

    var kept = directory.resolve("kept");
    var inPlace = agent.start("session", "replay", export.toString(), "--in", kept.toString());
    ends(inPlace, 0);
    assertThat(kept.resolve("file")).hasContent("1\ntwo");
    assertThat(left()).isEmpty();

    ends(agent.start("session", "replay", recorded.toString()), 2);
  }

  @Test
  void aRecordedTranscriptPlaysAgain() throws Exception {
    var id = worked();
    var recorded = directory.resolve("recorded.json");
    ends(agent.start("session", "export", id, "--transcript", recorded.toString()), 0);
    assertThat(directory.resolve(id + ".zip")).doesNotExist();
    git("reset", "-q", "--hard", "HEAD~1");

    var again =
        agent.start(
            "run", "Do it", "--in", shop.toString(), "--model", "replay:" + recorded, "--json");

    ends(again, 0);
    var summary =
        again
            .output()
            .lines()
            .map(JsonObject::parse)
            .filter(line -> "summary".equals(line.text("type")))
            .findFirst()
            .orElseThrow();
    assertThat(summary.number("divergences", -1)).isZero();
    assertThat(shop.resolve("file")).hasContent("1\ntwo");
  }

  @Test
  void aPushThatNobodyCanTellFromItsCommandLeadsNowhere() throws Exception {
    var origin = directory.resolve("origin.git");
    git("init", "-q", "--bare", origin.toString());
    git("remote", "add", "origin", origin.toString());
    Files.writeString(
        shop.resolve("deploy.sh"),
        "git push -q origin HEAD:refs/heads/deployed >/dev/null 2>&1; git remote -v\n");
    git("add", ".");
    git("commit", "-q", "-m", "Deploy");
    var turns =
        """
        {"name": "t", "turns": [
          {"tool_calls": [{"name": "bash", "input": {"command": "sh deploy.sh"}}]},
          {"tool_calls": [{"name": "finish", "input": {"summary": "Done."}}]}]}
        """;
    var transcript = Files.writeString(directory.resolve("deploy.json"), turns);
    var run =
        agent.start(
            Map.of("AGENT_SANDBOX", "none"),
            "run",
            "Do it",
            "--in",
            shop.toString(),
            "--model",
            "replay:" + transcript);
    ends(run, 0);
    var deployed = origin.resolve("refs/heads/deployed");
    assertThat(deployed).exists();
    Files.delete(deployed);
    var export = directory.resolve("session.zip");
    ends(agent.start("session", "export", session(run), "--output", export.toString()), 0);

    var replay =
        agent.start(Map.of("AGENT_SANDBOX", "none"), "session", "replay", export.toString());

    ends(replay, 0);
    assertThat(replay.output()).contains("bash sh deploy.sh: the same");
    assertThat(deployed).doesNotExist();
  }

  @Test
  void anInterruptedReplayLeavesNothingAndAKilledOneIsTidiedUpAfter() throws Exception {
    Files.writeString(shop.resolve("go"), "not committed, so a replay waits for it");
    var turns =
        """
        {"name": "t", "turns": [
          {"tool_calls": [{"name": "bash", "input": {"command": "echo first"}}]},
          {"tool_calls": [{"name": "bash", "input": {"command": "until test -e go; do sleep 0.1; done"}}]},
          {"tool_calls": [{"name": "finish", "input": {"summary": "Done."}}]}]}
        """;
    var transcript = Files.writeString(directory.resolve("waits.json"), turns);
    var run =
        agent.start("run", "Do it", "--in", shop.toString(), "--model", "replay:" + transcript);
    ends(run, 0);
    var export = directory.resolve("session.zip");
    ends(agent.start("session", "export", session(run), "--output", export.toString()), 0);

    var interrupted = waits(export);
    assertThat(interrupted.errors()).contains("not committed");
    interrupted.interrupt();
    ends(interrupted, 130);
    assertThat(interrupted.output()).doesNotContain("different");
    assertThat(left()).isEmpty();

    var killed = waits(export);
    killed.process().destroyForcibly();
    killed.exitCode();
    assertThat(left()).isNotEmpty();
    var next = waits(export);
    next.interrupt();
    ends(next, 130);
    assertThat(left()).isEmpty();
  }

  /** A replay that is at its second call. */
  private CommandLine.Run waits(Path export) throws IOException {
    var replay = agent.start("session", "replay", export.toString());
    replay.await("its first call", () -> replay.output().contains("bash echo first: the same"));
    return replay;
  }

  /** What replays leave behind. */
  private List<String> left() throws IOException {
    var processes =
        agent.processes().stream()
            .map(process -> process.info().commandLine().orElse(""))
            .filter(line -> line.contains("/replays/"));
    try (Stream<Path> files = Files.list(agent.home().resolve("replays"))) {
      var places =
          files
              .map(place -> place.getFileName().toString())
              .filter(name -> name.startsWith("replay-"))
              .toList();
      return Stream.concat(places.stream(), processes).toList();
    }
  }

  private static void copy(Path from, Path to, UnaryOperator<String> events) throws IOException {
    try (var in = new ZipFile(from.toFile());
        var out = new ZipOutputStream(Files.newOutputStream(to))) {
      for (var entry : in.stream().toList()) {
        var bytes = in.getInputStream(entry).readAllBytes();
        out.putNextEntry(new ZipEntry(entry.getName()));
        out.write(
            entry.getName().equals("events.jsonl")
                ? events.apply(new String(bytes, UTF_8)).getBytes(UTF_8)
                : bytes);
        out.closeEntry();
      }
    }
  }
}
