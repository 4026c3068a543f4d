package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People review what a session has changed (web.md 7.3). */
class ReviewIT extends OnOutpost {
  private static final Map<String, String> SETTINGS =
      Map.of("AGENT_REPLAY_MODELS", "true", "AGENT_GIT_CHANGES_SECONDS", "60");

  private static final String COMMIT = "c".repeat(40);
  private static final String TREE = "1".repeat(40);
  private static final String LATER = "2".repeat(40);

  private static final String COMMAND =
      """
      {"name": "one command", "model": "recorded", "turns": [
        {"text": "Run.", "tool_calls": [{"name": "bash", "input": {"command": "make"}}]}]}
      """;

  private static final String PATCH =
      """
      diff --git a/x.txt b/x.txt
      new file mode 100644
      --- /dev/null
      +++ b/x.txt
      @@ -0,0 +1,2 @@
      +one
      +two
      """;

  @TempDir private Path directory;
  private HttpClient http;
  private String session;
  private String token;

  @Override
  protected Map<String, String> settings() {
    return SETTINGS;
  }

  @BeforeEach
  void aClaimedSession() throws Exception {
    http = HttpClient.newHttpClient();
    var transcript = directory.resolve("model.json");
    Files.writeString(transcript, COMMAND);
    session =
        admin
            .post(
                path("sessions"),
                """
                {"prompt": "p", "model": "replay:%s", "session_secrets": [{"key": "K", "value": "swordfish"}]}
                """
                    .formatted(transcript))
            .ok()
            .text("/session_id");
    token = token(claim(session, "w"));
  }

  @AfterEach
  void leave() {
    http.shutdownNow();
  }

  /** One whose work trees were looked at, and that runs a command. */
  private Peer remote() throws Exception {
    var remote =
        Peer.connect(
            http,
            URI.create(
                server.address().replaceFirst("http", "ws") + "/gateway/sessions/" + session),
            token);
    remote.say(
        new ToServer.Hello(
            "4f0c1d2a9b33", "linux", "/srv", List.of("exec", "script", "files"), List.of()));
    remote.hear(ToRemote.Welcome.class);
    var begin = said(remote, "tree " + COMMIT + " " + TREE + " .", "done ");
    assertThat(begin.script()).contains("mode='begin'");
    remote.hear(ToRemote.Exec.class);
    return remote;
  }

  /** Answers the next command with these lines. */
  private static ToRemote.Exec said(Peer remote, String... lines) throws Exception {
    var command = remote.hear(ToRemote.Exec.class);
    var text = new StringBuilder();
    for (String line : lines) {
      text.append("\n[").append(command.id()).append("] ").append(line).append('\n');
    }
    remote.say(new ToServer.Started(command.id(), 1));
    if (!text.isEmpty()) {
      remote.output(command.channel(), 0, text.toString());
    }
    remote.exited(command.id(), 0, text.length());
    assertThat(remote.hear(ToRemote.Forget.class).ids()).containsExactly(command.id());
    return command;
  }

  private static void file(Peer remote, String path, String content) throws Exception {
    var question = remote.hear(ToRemote.ReadFile.class);
    assertThat(question.path()).isEqualTo(path);
    remote.output(question.channel(), 0, content);
    long size = content.getBytes(UTF_8).length;
    remote.say(new ToServer.File(question.id(), path, "file", size, null, null));
  }

  private String here(String rest) {
    return path("sessions/" + session + "/" + rest);
  }

  private Future<Reply> ask(String rest) {
    return CompletableFuture.supplyAsync(() -> admin.get(here(rest)));
  }

  private static Reply reply(Future<Reply> asked) throws Exception {
    return asked.get(120, TimeUnit.SECONDS);
  }

  /** As {@code compare.sh} writes it. */
  private static String list(String name) {
    return ":000000 100644 0 1 A\0%s\0\0002\t0\t%1$s\0\000%d\n\0%1$s\0linguist-generated\0unspecified\0"
        .formatted(name, PATCH.length());
  }

  private static ToRemote.Exec answerList(Peer remote, String name) throws Exception {
    String list = list(name);
    var command =
        said(
            remote,
            "scratch /srv/scratch",
            "repo 1 " + list.length() + " 3 main " + COMMIT + " .",
            "done ");
    file(remote, "/srv/scratch/1/list", list);
    said(remote);
    return command;
  }

  /** Notes in the log what the agent's loop would. */
  private void happened(String type, String data) {
    server
        .given()
        .update(
            """
            WITH numbered AS (UPDATE session SET last_seq = last_seq + 1 WHERE session_id = ? RETURNING last_seq, epoch)
            INSERT INTO event (session_id, seq, epoch, type, data)
            SELECT ?, last_seq, epoch, ?, ?::jsonb FROM numbered
            """,
            session,
            session,
            type,
            data);
  }

  private void saved(String tree) {
    happened(
        "work_saved",
        json("directory", ".", "tree", tree, "commit", COMMIT, "branch", "main", "size_bytes", 7));
  }

  @Test
  void whatHasChangedIsListedAsGitSaysOnTheMachine() throws Exception {
    var remote = remote();
    var asked = ask("changes");

    var command = answerList(remote, "of swordfish.txt");

    assertThat(command.script())
        .contains("mode='list'", "begun='" + COMMIT + " " + TREE + " .'")
        .contains("from=''", "from_else='begun'", "to_else='now'");
    var answer = reply(asked).ok().json();
    assertThat(answer.at("/taken_at").longValue()).isPositive();
    assertThat(answer.at("/truncated").booleanValue()).isFalse();
    assertThat(answer.at("/state").asString()).isEqualTo("live");
    assertThat(answer.at("/repos"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                [{"path": ".", "branch": "main", "head": "%s", "commits": 3, "files": [
                  {"path": "of [secret:K].txt", "old_path": null, "status": "added", "additions": 2, "deletions": 0,
                   "binary": false, "generated": false, "patch_bytes": %d}]}]
                """
                    .formatted(COMMIT, PATCH.length())));
  }

  @Test
  void aPatchIsMaskedAndAsItIsWanted() throws Exception {
    var remote = remote();
    var asked = ask("changes/patch?path=a%20b&path=c&context=0&ignore_whitespace=true&from=head");

    var command = said(remote, "scratch /srv/scratch", "patch " + "+swordfish\n".length(), "done ");
    file(remote, "/srv/scratch/patch", "+swordfish\n");
    said(remote);

    assertThat(command.script())
        .contains("paths='a b\nc'", "context='0'", "whitespace='-w'", "from_else='head'");
    var patch = reply(asked).ok();
    assertThat(patch.body()).isEqualTo("+[secret:K]\n");
    assertThat(patch.header("Agent-Changes")).isEqualTo("live");
    assertThat(patch.header("Content-Type")).startsWith("text/x-diff");
    assertThat(patch.header("Content-Security-Policy")).contains("sandbox");
  }

  @Test
  void statesOfTheLogAreCheckpoints() throws Exception {
    remote();
    saved(LATER);

    var page = admin.get(here("checkpoints")).ok();

    assertThat(page.each("/items", "/reason")).containsExactly("turn_end", "start");
    assertThat(page.each("/items", "/repos/0/tree")).containsExactly(LATER, TREE);
    assertThat(page.text("/items/0/repos/0/branch")).isEqualTo("main");
    assertThat(page.text("/items/0/checkpoint_id"))
        .isEqualTo("checkpoint-" + page.at("/items/0/seq").longValue());
    var first = admin.get(here("checkpoints?first=1")).ok();
    assertThat(first.each("/items", "/reason")).containsExactly("turn_end");
    var second = admin.get(here("checkpoints?first=1&after=" + first.text("/end_cursor"))).ok();
    assertThat(second.each("/items", "/reason")).containsExactly("start");
    assertThat(second.at("/has_next_page").booleanValue()).isFalse();
  }

  @Test
  void changesAreCountedFromACheckpointAndFromTheLastMessage() throws Exception {
    var remote = remote();
    saved(LATER);
    String later = admin.get(here("checkpoints")).ok().text("/items/0/checkpoint_id");

    var since = ask("changes?from=" + later);
    assertThat(answerList(remote, "a").script())
        .contains("from='" + LATER + " " + COMMIT + " .'", "from_else='begun'", "to_else='now'");
    reply(since).ok();
    var until = ask("changes?from=" + COMMIT.substring(0, 7) + "&to=" + later);
    assertThat(answerList(remote, "a").script())
        .contains("to='" + LATER + " " + COMMIT + " .'", "to_else='-'", "from_else='ccccccc'");
    reply(until).ok();
    var message = ask("changes?from=last_message");
    assertThat(answerList(remote, "a").script()).contains("from='" + TREE + " " + COMMIT + " .'");
    reply(message).ok();
    happened("user_message", json("event_id", "event-" + "0".repeat(32), "text", "more"));
    var newer = ask("changes?from=last_message");
    assertThat(answerList(remote, "a").script()).contains("from='" + LATER + " " + COMMIT + " .'");
    reply(newer).ok();
  }

  @ParameterizedTest
  @CsvSource({
    "'trouble git failed in x|done ', git_failed",
    "'scratch /srv/x|missing .|removed |done ', not_there",
    "'done ', no_git",
    "scratch /srv/x, git_failed"
  })
  void whatGitCanNotTellIsNoneWithTheReason(String lines, String reason) throws Exception {
    var remote = remote();
    var asked = ask("changes?from=head");
    said(remote, lines.split("\\|"));
    if (!lines.contains("removed") && lines.contains("scratch")) {
      said(remote);
    }
    var list = reply(asked).ok();
    assertThat(list.text("/state")).isEqualTo("none");
    assertThat(list.text("/reason")).isEqualTo(reason);
    assertThat(list.at("/repos").size()).isZero();

    var patch = ask("changes/patch?from=head");
    said(remote, lines.split("\\|"));
    if (!lines.contains("removed") && lines.contains("scratch")) {
      said(remote);
    }
    reply(patch).refused(409, reason);
  }

  @Test
  void aPatchThatIsTooLargeIsNotRead() throws Exception {
    var remote = remote();
    var asked = ask("changes/patch");
    said(remote, "scratch /srv/scratch", "patch " + ((20 << 20) + 1), "done ");
    said(remote);

    reply(asked).refused(413, "patch_too_large");
    assertThat(remote.heard).isEmpty();
  }

  @Test
  void withoutAMachineTheStoredPatchOfAllIsShown() throws Exception {
    var remote = remote();
    remote.socket.abort();
    String attachment =
        admin
            .upload(path("attachments"), "changes.patch", PATCH.getBytes(UTF_8))
            .ok()
            .text("/attachment_id");
    happened(
        "changes",
        json(
            "directory",
            ".",
            "tree",
            LATER,
            "files",
            1,
            "insertions",
            2,
            "deletions",
            0,
            "size_bytes",
            PATCH.length(),
            "attachment_id",
            attachment,
            "url",
            "x"));

    var list = admin.get(here("changes")).ok();
    assertThat(list.text("/state")).isEqualTo("stored");
    assertThat(list.text("/reason")).isEqualTo("machine_away");
    assertThat(list.at("/repos/0/files"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                [{"path": "x.txt", "old_path": null, "status": "added", "additions": 2, "deletions": 0,
                  "binary": false, "generated": false, "patch_bytes": %d}]
                """
                    .formatted(PATCH.length())));
    var patch = admin.get(here("changes/patch")).ok();
    assertThat(patch.body()).isEqualTo(PATCH);
    assertThat(patch.header("Agent-Changes")).isEqualTo("stored");
    var other = admin.get(here("changes?from=head")).ok();
    assertThat(other.text("/state")).isEqualTo("none");
    assertThat(other.text("/reason")).isEqualTo("machine_away");
    admin.get(here("changes/patch?from=head")).refused(409, "machine_away");
  }

  @Test
  void beforeAnybodyHasLookedThereIsNothing() {
    assertThat(admin.get(here("checkpoints")).ok().at("/items").size()).isZero();
    assertThat(admin.get(here("changes")).ok().text("/reason")).isEqualTo("not_looked");
    admin.get(here("changes/patch")).refused(409, "not_looked");
  }

  @Test
  void whatIsNoStateIsRefused() throws Exception {
    remote();

    admin.get(here("changes?from=yesterday")).invalid("query.from pattern");
    admin.get(here("changes?to=start")).invalid("query.to pattern");
    admin.get(here("changes/patch?context=101")).invalid("query.context too_large");
    admin.get(here("changes/patch?path=" + "a".repeat(4097))).invalid("query.path too_long");
    admin.get(here("changes?from=checkpoint-99")).refused(404, "checkpoint_not_found");
  }

  @Test
  void theMachineOfAnotherServerIsAskedThroughTheDatabase() throws Exception {
    var remote = remote();
    try (var other = server.furtherNode(SETTINGS, UnaryOperator.identity())) {
      var there = server.adminOf(other);
      var listed = CompletableFuture.supplyAsync(() -> there.get(here("changes")));
      answerList(remote, "of swordfish");

      assertThat(reply(listed).ok().text("/repos/0/files/0/path")).isEqualTo("of [secret:K]");
    }
  }
}
