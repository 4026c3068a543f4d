package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.Reply;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A session whose machine people ask for what has changed. */
abstract class OnReview extends OnPlayedMachine {
  static final Map<String, String> LOOKS =
      Map.of("AGENT_REPLAY_MODELS", "true", "AGENT_GIT_CHANGES_SECONDS", "60");

  static final String COMMIT = "c".repeat(40);
  static final String TREE = "1".repeat(40);
  static final String LATER = "2".repeat(40);

  static final String PATCH =
      """
      diff --git a/x.txt b/x.txt
      new file mode 100644
      --- /dev/null
      +++ b/x.txt
      @@ -0,0 +1,2 @@
      +one
      +two
      """;

  @Override
  protected Map<String, String> settings() {
    return LOOKS;
  }

  /** One whose work trees were looked at, and that runs a command. */
  Peer remote() throws Exception {
    var remote = Peer.connect(http, gateway(), token);
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
  static ToRemote.Exec said(Peer remote, String... lines) throws Exception {
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

  static void file(Peer remote, String path, String content) throws Exception {
    var question = remote.hear(ToRemote.ReadFile.class);
    assertThat(question.path()).isEqualTo(path);
    remote.output(question.channel(), 0, content);
    long size = content.getBytes(UTF_8).length;
    remote.say(new ToServer.File(question.id(), path, "file", size, null, null));
  }

  Future<Reply> ask(String rest) {
    return CompletableFuture.supplyAsync(() -> admin.get(here(rest)));
  }

  static Reply reply(Future<Reply> asked) throws Exception {
    return asked.get(120, TimeUnit.SECONDS);
  }

  /** As {@code compare.sh} writes it. */
  static String list(String name) {
    return "%2$d\n\0:000000 100644 0 1 A\0%1$s\0\0002\t0\t%1$s\0\000%1$s\0linguist-generated\0unspecified\0"
        .formatted(name, PATCH.length());
  }

  static ToRemote.Exec answerList(Peer remote, String name) throws Exception {
    String list = list(name);
    var command =
        said(
            remote,
            "scratch /srv/scratch",
            "compared .",
            "repo 1 " + list.length() + " 3 main " + COMMIT + " .",
            "done ");
    file(remote, "/srv/scratch/1/list", list);
    said(remote);
    return command;
  }

  /** Notes in the log what the agent's loop would. */
  void happened(String type, String data) {
    happened(session, type, data);
  }

  void saved(String tree) {
    happened(
        "work_saved",
        json("directory", ".", "tree", tree, "commit", COMMIT, "branch", "main", "size_bytes", 7));
  }

  String attachment() {
    return admin
        .upload(path("attachments"), "changes.patch", PATCH.getBytes(UTF_8))
        .ok()
        .text("/attachment_id");
  }

  void stored(String directory, String attachment) {
    happened(
        "changes",
        json(
            "directory",
            directory,
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
  }
}
