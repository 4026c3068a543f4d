package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People review what a session has changed (web.md 7.3). */
class ReviewIT extends OnReview {
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
  void aCheckpointSaysWhetherAForkThereHasTheWork() throws Exception {
    remote();
    String kept =
        admin.upload(path("attachments"), "work", new byte[] {1}).ok().text("/attachment_id");
    server.given().update("UPDATE attachment SET source = 'machine' WHERE attachment_id = ?", kept);
    server
        .given()
        .update(
            "INSERT INTO session_attachment (session_id, attachment_id, call_id) VALUES (?, ?, 'work:0:.')",
            session,
            kept);
    keeps("attachment-" + "0".repeat(32)); // of which there is another one by now
    keeps(kept);

    assertThat(kept()).containsExactly("true", "false", "true");
    happened(
        "work_saved",
        json("directory", "large", "tree", LATER, "size_bytes", 1L << 40, "commit", COMMIT));
    assertThat(kept()).containsExactly("false", "true", "false", "true");
    admin.post(here("terminate"), "").ok();
    assertThat(kept()).containsExactly("false", "false", "false", "true");
  }

  private void keeps(String attachment) {
    happened(
        "work_saved",
        json("directory", ".", "tree", LATER, "size_bytes", 1, "attachment_id", attachment));
  }

  private List<String> kept() {
    return admin.get(here("checkpoints")).ok().each("/items", "/work_kept");
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
    try (var other = server.furtherNode(LOOKS, UnaryOperator.identity())) {
      var there = server.adminOf(other);
      var listed = CompletableFuture.supplyAsync(() -> there.get(here("changes")));
      answerList(remote, "of swordfish");

      assertThat(reply(listed).ok().text("/repos/0/files/0/path")).isEqualTo("of [secret:K]");
    }
  }
}
