package io.agentservice.server.engine.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Reply;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.net.URLEncoder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** People look at the files of a session's machine (web.md 7.3). */
class FilesIT extends OnPlayedMachine {
  private static final long MOST = 16 << 20;
  private static final String MASKED = "[secret:K]";

  @Test
  void aDirectoryIsShownWithWhatGitSaysOfItsNames() throws Exception {
    var remote = remote();
    var asked = ask("files?path=src");

    list(
        remote,
        "src",
        new ToServer.Entry("a.txt", "file", 3),
        new ToServer.Entry("target", "directory", 0));
    git(remote, "changed a.txt", "ignored target", "done ");

    assertThat(reply(asked).ok().json())
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"path": "src", "more": false, "entries": [
                  {"name": "a.txt", "kind": "file", "size": 3, "ignored": false, "changed": true},
                  {"name": "target", "kind": "directory", "size": 0, "ignored": true, "changed": false}]}
                """));
  }

  @Test
  void aMachineThatTellsMoreThanItWasAskedIsCutShort() throws Exception {
    var remote = remote();
    var asked = ask("files");
    var all =
        IntStream.range(0, 5001)
            .mapToObj(i -> new ToServer.Entry("file-%04d".formatted(i), "file", 1))
            .toArray(ToServer.Entry[]::new);
    list(remote, "", all);
    git(remote, "done ");

    var shown = reply(asked).ok();
    assertThat(shown.at("/entries").size()).isEqualTo(5000);
    assertThat(shown.at("/more").asBoolean()).isTrue();
  }

  @Test
  void whereGitSaysNothingThatIsNotKnown() throws Exception {
    var remote = remote();
    var asked = ask("files");

    list(remote, "", new ToServer.Entry("swordfish.txt", "file", 3));
    git(remote);

    assertThat(reply(asked).ok().json().at("/entries"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                [{"name": "***.txt", "kind": "file", "size": 3, "ignored": null, "changed": null}]
                """
                    .replace("***", MASKED)));
  }

  @Test
  void aFileIsShownWithItsSecretsMasked() throws Exception {
    var remote = remote();
    var asked = ask("files/content?path=notes/%C3%A4.txt");
    read(remote, "notes/ä.txt", "the key is swordfish\n");

    var shown = reply(asked).ok();

    assertThat(shown.body()).isEqualTo("the key is " + MASKED + "\n");
    assertThat(shown.header("Content-Type")).isEqualTo("text/plain;charset=utf-8");
    assertThat(shown.header("Content-Security-Policy")).contains("sandbox");
    assertThat(shown.header("X-Content-Type-Options")).isEqualTo("nosniff");
  }

  @Test
  void aPartIsShownAndWhatIsThereAlreadyIsNotSentAgain() throws Exception {
    var remote = remote();
    var whole = ask("files/content?path=a");
    read(remote, "a", "0123456789");
    String tag = reply(whole).ok().header("ETag");

    var part = ask("files/content?path=a", client -> client.with("Range", "bytes=2-4"));
    read(remote, "a", "0123456789");
    var none = ask("files/content?path=a", client -> client.with("If-None-Match", tag));
    read(remote, "a", "0123456789");
    var other = ask("files/content?path=a", client -> client.with("If-None-Match", tag));
    read(remote, "a", "other");
    var beyond = ask("files/content?path=a", client -> client.with("Range", "bytes=10-"));
    read(remote, "a", "0123456789");

    assertThat(reply(part).status()).isEqualTo(206);
    assertThat(reply(part).body()).isEqualTo("234");
    assertThat(reply(part).header("Content-Range")).isEqualTo("bytes 2-4/10");
    assertThat(reply(none).status()).isEqualTo(304);
    assertThat(reply(other).ok().body()).isEqualTo("other");
    reply(beyond).refused(416, "range_not_satisfiable");
  }

  @ParameterizedTest
  @CsvSource({
    "not_found, 404, file_not_found",
    "not_a_file, 409, not_a_file",
    "denied, 403, file_denied",
    "outside, 403, outside",
    "io, 409, file_unreadable"
  })
  void whatTheMachineRefusesIsToldByItsReason(String code, int status, String told)
      throws Exception {
    var remote = remote();
    var asked = ask("files/content?path=a");
    var question = remote.hear(ToRemote.ReadFile.class);
    remote.say(new ToServer.Failed(question.id(), code, "why"));

    reply(asked).refused(status, told);
  }

  @Test
  void anEmptyFileHasNoPart() throws Exception {
    var remote = remote();
    var asked = ask("files/content?path=a", client -> client.with("Range", "bytes=0-9"));
    for (int i = 0; i < 2; i++) {
      var question = remote.hear(ToRemote.ReadFile.class);
      remote.say(new ToServer.File(question.id(), "/srv/a", "file", 0, null, null));
    }

    reply(asked).refused(416, "range_not_satisfiable");
  }

  @Test
  void aFileThatHasGrownTooLargeMeanwhileIsNotShownCut() throws Exception {
    var remote = remote();
    var asked = ask("files/content?path=a");
    answer(remote, remote.hear(ToRemote.ReadFile.class), "x", "xy");
    var whole = remote.hear(ToRemote.ReadFile.class);
    remote.output(whole.channel(), 0, "xy");
    remote.say(new ToServer.File(whole.id(), "/srv/a", "file", MOST + 1, null, null));

    reply(asked).refused(413, "file_too_large");
  }

  @Test
  void aSecretAcrossPiecesIsMasked() throws Exception {
    var remote = remote();
    var asked = ask("files/content?path=a");
    String before = "x".repeat((64 << 10) - 4);
    String content = before + "swordfish";
    answer(remote, remote.hear(ToRemote.ReadFile.class), "x", content);
    var whole = remote.hear(ToRemote.ReadFile.class);
    int half = content.length() / 2;
    remote.output(whole.channel(), 0, content.substring(0, half));
    remote.output(whole.channel(), half, content.substring(half));
    remote.say(new ToServer.File(whole.id(), "/srv/a", "file", content.length(), null, null));

    assertThat(reply(asked).ok().body()).isEqualTo(before + MASKED);
  }

  @Test
  void aFileThatIsTooLargeIsNotRead() throws Exception {
    var remote = remote();
    var asked = ask("files/content?path=a");
    var question = remote.hear(ToRemote.ReadFile.class);
    remote.output(question.channel(), 0, "x");
    remote.say(new ToServer.File(question.id(), "/srv/a", "file", MOST + 1, null, null));

    reply(asked).refused(413, "file_too_large");
    assertThat(remote.heard).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "a/../..", "/etc", "/", "../../x"})
  void aPathThatLeavesTheDirectoryIsRefusedHere(String path) throws Exception {
    var remote = remote();
    String encoded = URLEncoder.encode(path, UTF_8);

    admin.get(here("files?path=" + encoded)).refused(403, "outside");
    admin.get(here("files/content?path=" + encoded)).refused(403, "outside");
    assertThat(remote.heard).isEmpty();
  }

  @Test
  void aPathIsAskedForWithoutDetours() throws Exception {
    var remote = remote();
    var asked = ask("files?path=" + URLEncoder.encode("./src//x/../", UTF_8));

    list(remote, "src");
    git(remote);

    assertThat(reply(asked).ok().text("/path")).isEqualTo("src");
  }

  @Test
  void badPathsAreRefused() {
    admin.get(here("files/content")).invalid("query.path missing");
    admin.get(here("files/content?path=")).invalid("query.path missing");
    admin.get(here("files?path=" + "a".repeat(4097))).invalid("query.path too_long");
  }

  @Test
  void anOlderRemoteShowsNothing() throws Exception {
    var remote = Peer.greeted(http, gateway(server.address()), token);
    remote.hear(ToRemote.Exec.class);

    admin.get(here("files")).refused(409, "files_not_shown");
    assertThat(remote.heard).isEmpty();
  }

  @Test
  void withoutAMachineThereIsNothingToSee() throws Exception {
    admin.get(here("files")).refused(409, "machine_away");

    var remote = remote();
    var asked = ask("files");
    remote.hear(ToRemote.ListFiles.class);
    remote.socket.abort();

    reply(asked).refused(409, "machine_away");
  }

  @Test
  void theMachineOfAnotherServerIsAskedThroughTheDatabase() throws Exception {
    var remote = remote();
    try (var other = server.furtherNode(SETTINGS, UnaryOperator.identity())) {
      var there = server.adminOf(other);
      var listed = CompletableFuture.supplyAsync(() -> there.get(here("files?path=src")));
      list(remote, "src", new ToServer.Entry("a.txt", "file", 3));
      git(remote, "done ");
      var content = CompletableFuture.supplyAsync(() -> there.get(here("files/content?path=a")));
      read(remote, "a", "of swordfish");
      var refused = CompletableFuture.supplyAsync(() -> there.get(here("files/content?path=b")));
      var question = remote.hear(ToRemote.ReadFile.class);
      remote.say(new ToServer.Failed(question.id(), "not_found", "why"));

      assertThat(reply(listed).ok().each("/entries", "/name")).containsExactly("a.txt");
      assertThat(reply(content).ok().body()).isEqualTo("of " + MASKED);
      reply(refused).refused(404, "file_not_found");
      assertThat(questionsLeft()).isZero();

      remote.socket.abort();
      there.get(here("files")).refused(409, "machine_away");
      assertThat(questionsLeft()).isZero();
    }
  }

  private int questionsLeft() {
    try (var database = server.openDatabase()) {
      return database.inTransaction(tx -> tx.on(Count.class).ofSession(session));
    }
  }

  interface Count {
    @SqlQuery("SELECT count(*) FROM file_question WHERE session_id = :session")
    int ofSession(String session);
  }

  /** One that runs a command. */
  private Peer remote() throws Exception {
    var remote = Peer.connect(http, gateway(server.address()), token);
    remote.say(
        new ToServer.Hello(
            "4f0c1d2a9b33",
            "linux",
            "/srv",
            List.of("exec", "script", "files", "within"),
            List.of()));
    remote.hear(ToRemote.Welcome.class);
    remote.hear(ToRemote.Exec.class);
    return remote;
  }

  private Future<Reply> ask(String rest) {
    return ask(rest, UnaryOperator.identity());
  }

  private Future<Reply> ask(String rest, UnaryOperator<ApiClient> as) {
    return CompletableFuture.supplyAsync(() -> as.apply(admin).get(here(rest)));
  }

  private static Reply reply(Future<Reply> asked) throws Exception {
    return asked.get(120, TimeUnit.SECONDS);
  }

  private static void list(Peer remote, String path, ToServer.Entry... entries) throws Exception {
    var question = remote.hear(ToRemote.ListFiles.class);
    assertThat(question.path()).isEqualTo(path);
    assertThat(question.within()).isTrue();
    remote.say(new ToServer.Listing(question.id(), "/srv/" + path, List.of(entries), false));
  }

  private static void git(Peer remote, String... said) throws Exception {
    var command = remote.hear(ToRemote.Exec.class);
    var text = new StringBuilder();
    for (String line : said) {
      text.append("\n[").append(command.id()).append("] ").append(line).append('\n');
    }
    remote.say(new ToServer.Started(command.id(), 1));
    if (!text.isEmpty()) {
      remote.output(command.channel(), 0, text.toString());
    }
    remote.exited(command.id(), 0, text.length());
    assertThat(remote.hear(ToRemote.Forget.class).ids()).containsExactly(command.id());
  }

  private static void read(Peer remote, String path, String content) throws Exception {
    var first = remote.hear(ToRemote.ReadFile.class);
    answer(remote, first, content.substring(0, 1), content);
    var whole = remote.hear(ToRemote.ReadFile.class);
    assertThat(List.of(first.path(), whole.path())).containsOnly(path);
    assertThat(first.within() && whole.within()).isTrue();
    assertThat(whole.limit()).isEqualTo(MOST);
    answer(remote, whole, content, content);
  }

  private static void answer(Peer remote, ToRemote.ReadFile question, String sent, String content) {
    remote.output(question.channel(), 0, sent);
    remote.say(
        new ToServer.File(
            question.id(), "/srv/x", "file", content.getBytes(UTF_8).length, null, null));
  }
}
