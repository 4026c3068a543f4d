package io.agentservice.cli.session.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Program;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a replay begins: what the session began with, by git. */
class CheckoutTest {
  @TempDir private Path directory;
  private final Recording recording = new Recording();
  private final List<String> told = new ArrayList<>();
  private Path shop;
  private Path empty;

  @BeforeEach
  void repository() throws Exception {
    shop = Files.createDirectories(directory.resolve("shop"));
    empty = Files.createDirectories(directory.resolve("empty"));
    git("init", "-q", "-b", "main");
    git("config", "user.name", "Ada");
    git("config", "user.email", "ada@example.com");
    Files.writeString(shop.resolve("file"), "one\n");
    git("add", ".");
    git("commit", "-q", "-m", "First");
  }

  private String git(String... words) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    return Program.run(shop, command, Map.of()).strip();
  }

  private void event(String type, Object... data) {
    recording.take(
        SessionEvent.of(JsonObject.of("seq", 1L, "type", type, "data", JsonObject.of(data))));
  }

  private void tree(String place, String commit, String tree) {
    event(
        "work_begun", "trees", List.of(Map.of("directory", place, "commit", commit, "tree", tree)));
  }

  /** The session had the repository cloned. */
  private void itWasCloned() {
    event("machine_attached", "cwd", "/gone");
    event("repository_checkout", "repository", "acme/shop", "address", shop.toString());
    event(
        "repository_ready",
        "repository",
        "acme/shop",
        "directory",
        "/gone/shop",
        "branch",
        "agent/1",
        "commit",
        git("rev-parse", "HEAD"),
        "cloned",
        true);
    tree("shop", git("rev-parse", "HEAD"), git("rev-parse", "HEAD^{tree}"));
  }

  private Path checkout() {
    return new Checkout(recording, true, told::add).into(empty);
  }

  @Test
  void aRepositoryOfThisMachineIsClonedAsItWasThen() throws Exception {
    var then = git("rev-parse", "HEAD");
    var tree = git("rev-parse", "HEAD^{tree}");
    Files.writeString(shop.resolve("file"), "two\n");
    git("commit", "-qam", "Second");
    event("machine_attached", "cwd", shop.toString());
    tree(".", then, tree);

    var work = checkout();

    assertThat(work).isEqualTo(empty);
    assertThat(work.resolve("file")).hasContent("one");
    assertThat(told).isEmpty();
    var remotes = Program.tryRun(work, List.of("git", "remote")).orElseThrow();
    assertThat(remotes.output()).as("as it had none").isEmpty();
    var commit = List.of("git", "commit", "-q", "--allow-empty", "-m", "Third");
    assertThat(Program.tryRun(work, commit).orElseThrow().exitCode()).isZero();
  }

  @Test
  void aDirectoryWithinARepositoryIsFoundInIt() throws Exception {
    var below = Files.createDirectories(shop.resolve("below"));
    event("machine_attached", "cwd", below.toString());
    tree(shop.toString(), git("rev-parse", "HEAD"), git("rev-parse", "HEAD^{tree}"));

    assertThat(checkout()).isEqualTo(empty.resolve("below")).isDirectory();
    assertThat(empty.resolve("file")).hasContent("one");
  }

  @Test
  void aClonedRepositoryIsClonedFromWhereItCameFrom() {
    itWasCloned();

    checkout();

    assertThat(empty.resolve("shop/file")).hasContent("one");
    assertThat(empty.resolve("shop/.git/HEAD")).hasContent("ref: refs/heads/agent/1");
  }

  @Test
  void whatWasNotCommittedIsSaid() {
    event("machine_attached", "cwd", shop.toString());
    tree(".", git("rev-parse", "HEAD"), "1".repeat(40));

    checkout();

    assertThat(told).singleElement().asString().contains("not committed");
  }

  @Test
  void whatIsNotHereIsSaidWithWhatToDo() {
    event("machine_attached", "cwd", shop.toString());
    tree(".", "1".repeat(40), "1".repeat(40));

    assertThatThrownBy(this::checkout)
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(2);
              assertThat(failure.hint()).contains("--in");
            });
  }

  @Test
  void noWorkTreeLeavesTheDirectory() {
    event("machine_attached", "cwd", "/then");
    tree("../elsewhere", git("rev-parse", "HEAD"), "1".repeat(40));

    assertThatThrownBy(this::checkout).hasMessageContaining("outside");
  }

  @Test
  void aSessionWithoutARepositoryBeginsWithNothing() {
    event("machine_attached", "cwd", "/then");

    assertThat(checkout()).isEqualTo(empty).isEmptyDirectory();
  }

  @Test
  void aRecordedPlaceThatLeadsUpwardsLeadsNowhere() {
    event("machine_attached", "cwd", "/a/a/a/a/../../../../../../..");
    event("work_begun", "trees", List.of(Map.of("directory", "/a/a/a/a")));

    assertThatThrownBy(this::checkout).hasMessageContaining("outside");
    assertThat(empty).isEmptyDirectory();
  }

  @Test
  void noTreeIsBroughtThroughALinkOfAnother() throws Exception {
    var outside = Files.createDirectories(directory.resolve("outside"));
    Files.createSymbolicLink(shop.resolve("link"), outside);
    git("add", ".");
    git("commit", "-q", "-m", "A link");
    event("machine_attached", "cwd", shop.toString());
    event(
        "work_begun",
        "trees",
        List.of(
            Map.of("directory", ".", "commit", git("rev-parse", "HEAD")),
            Map.of("directory", "link/inner")));

    assertThatThrownBy(this::checkout).hasMessageContaining("outside");
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void whereTheSessionWorkedIsNoLinkOfItsTree() throws Exception {
    var outside = Files.createDirectories(directory.resolve("outside"));
    Files.createSymbolicLink(shop.resolve("link"), outside);
    git("add", ".");
    git("commit", "-q", "-m", "A link");
    event("machine_attached", "cwd", shop.resolve("link").toString());
    tree(shop.toString(), git("rev-parse", "HEAD"), git("rev-parse", "HEAD^{tree}"));

    assertThatThrownBy(this::checkout).hasMessageContaining("outside");
  }

  @Test
  void nothingIsFetchedForAFileUnlessThatIsWanted() {
    itWasCloned();

    assertThatThrownBy(() -> new Checkout(recording, false, told::add).into(empty))
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> {
              assertThat(failure).hasMessageContaining(shop.toString());
              assertThat(failure.hint()).contains("--clone");
            });
    assertThat(empty).isEmptyDirectory();
  }

  @Test
  void noCredentialOfTheRepositoryHereIsInTheOther() {
    git("remote", "add", "origin", "https://ada:token@git.example/acme/shop.git");
    event("machine_attached", "cwd", shop.toString());
    tree(".", git("rev-parse", "HEAD"), git("rev-parse", "HEAD^{tree}"));

    var work = checkout();

    var url = Program.tryRun(work, List.of("git", "remote", "get-url", "origin")).orElseThrow();
    assertThat(url.output().strip()).isEqualTo("https://git.example/acme/shop.git");
  }
}
