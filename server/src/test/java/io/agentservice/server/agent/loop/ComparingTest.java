package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.GitHost.git;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.changes.ChangedFile;
import io.agentservice.server.agent.loop.changes.Comparing;
import io.agentservice.server.agent.loop.changes.Comparing.Tree;
import io.agentservice.server.agent.loop.changes.Comparison;
import io.agentservice.server.agent.loop.changes.Comparison.Side;
import io.agentservice.server.agent.loop.changes.PatchForm;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkBegun;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkSaved;
import io.agentservice.server.agent.loop.log.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What differs between two states of a session's work trees, by real git. */
@Timeout(200)
class ComparingTest extends LoopScene {
  private static final String AS = "git -c user.name=x -c user.email=x@x ";
  private static final PatchForm WHOLE = new PatchForm(List.of(), 3, false);

  private static final Semaphore READS = new Semaphore(1);

  @TempDir Path elsewhere;
  private Path state;

  @BeforeEach
  void aRepository() throws IOException {
    session.changesLimit = Duration.ofSeconds(30);
    state = Files.createDirectories(elsewhere.resolve("state"));
    machine = new LocalMachine(directory, Map.of("AGENT_REMOTE_STATE_DIR", state.toString()));
    repository(directory);
  }

  private static void repository(Path where) throws IOException {
    Files.createDirectories(where);
    git(where, "init", "--quiet", "--initial-branch=main");
    Files.writeString(where.resolve("a.txt"), "one\ntwo\nthree\n");
    Files.writeString(where.resolve("old name.txt"), "much that stays the same\n".repeat(20));
    Files.writeString(where.resolve(".gitignore"), "*.log\n");
    git(where, "add", "--all");
    git(where, "commit", "--quiet", "--message=first");
  }

  /** The session runs each, in a turn of its own. */
  private void work(String... commands) throws InterruptedException {
    session.send("go");
    var script = new Script();
    for (String command : commands) {
      script.bash(command);
    }
    start(script.say("done"));
    session.await(LoopEvent.Waiting.class);
  }

  private Comparing comparing(Side from, Side to) {
    var begun = session.events(WorkBegun.class).getFirst().trees();
    return new Comparing(
        session.id(), machine.connect(), new Comparison(from, to, begun, List.of()));
  }

  private static Side of(WorkSaved saved) {
    return Side.of(List.of(new WorkTree(saved.directory(), saved.commit(), saved.tree())));
  }

  private static String text(byte[] patch) {
    return new String(patch, UTF_8);
  }

  @Test
  void whatHasChangedSinceTheBeginningIsListedAsItIsNow() throws Exception {
    work("sed -i s/two/TWO/ a.txt; " + AS + "commit --quiet --all --message=mine");
    write("new.log", "ignored");
    write("package-lock.json", "{}\n");
    write(".gitattributes", "made.c linguist-generated\n");
    write("made.c", "int x;\n");
    git(directory, "mv", "old name.txt", "new\nname.txt");
    Files.write(directory.resolve("picture.bin"), new byte[] {0, 1, 2});
    Files.delete(directory.resolve(".gitignore"));
    Files.createSymbolicLink(directory.resolve(".gitignore"), Path.of("a.txt"));

    var trees = comparing(Comparison.BEGUN, Comparison.NOW).list();

    assertThat(trees)
        .extracting(Tree::path, Tree::branch, Tree::head, Tree::commits, Tree::more)
        .containsExactly(
            tuple(".", "main", git(directory, "rev-parse", "HEAD").strip(), 1L, false));
    assertThat(trees.getFirst().files())
        .extracting(
            ChangedFile::path,
            ChangedFile::status,
            ChangedFile::additions,
            ChangedFile::deletions,
            ChangedFile::binary,
            ChangedFile::generated)
        .contains(
            tuple("a.txt", "modified", 1L, 1L, false, false),
            tuple("package-lock.json", "added", 1L, 0L, false, true),
            tuple("made.c", "added", 1L, 0L, false, true),
            tuple("picture.bin", "added", 0L, 0L, true, false),
            tuple("new\nname.txt", "renamed", 0L, 0L, false, false),
            tuple(".gitignore", "type_changed", 1L, 1L, false, false));
    assertThat(trees.getFirst().files())
        .filteredOn(file -> file.oldPath() != null)
        .extracting(ChangedFile::oldPath)
        .containsExactly("old name.txt");
  }

  @Test
  void theSizesOfTheListAreThoseOfThePatch() throws Exception {
    work("echo x > b.txt; rm .gitignore; ln -s a.txt .gitignore; sed -i s/two/TWO/ a.txt");
    var comparing = comparing(Comparison.BEGUN, Comparison.NOW);

    long sum =
        comparing.list().getFirst().files().stream().mapToLong(ChangedFile::patchBytes).sum();

    assertThat(comparing.patch(WHOLE, Redactor.of(Map.of()), READS)).hasSize((int) sum);
    for (var file : comparing.list().getFirst().files()) {
      var one = new PatchForm(List.of(file.path()), 3, false);
      assertThat(comparing.patch(one, Redactor.of(Map.of()), READS))
          .as(file.path())
          .hasSize((int) file.patchBytes());
    }
  }

  @Test
  void aStateThatWasLookedAtIsComparedWithWhatIsThereNow() throws Exception {
    work("echo first > work.txt", "true");
    var first = session.events(WorkSaved.class).getFirst();
    write("work.txt", "second\n");
    write("later.txt", "later\n");

    assertThat(
            text(comparing(of(first), Comparison.NOW).patch(WHOLE, Redactor.of(Map.of()), READS)))
        .contains("-first\n+second\n", "+later")
        .doesNotContain("+first");
    assertThat(comparing(Comparison.BEGUN, of(first)).list().getFirst().files())
        .extracting(ChangedFile::path)
        .containsExactly("work.txt");
    assertThat(session.events(WorkSaved.class)).hasSize(1);
  }

  @Test
  void nothingOfTheRepositoryIsTouchedAndNothingIsLeft() throws Exception {
    work("echo x > b.txt");
    write("c.txt", "large ".repeat(1000));
    String before = git(directory, "count-objects");
    String status = git(directory, "status", "--porcelain");
    var index = Files.readAllBytes(directory.resolve(".git/index"));

    comparing(Comparison.BEGUN, Comparison.NOW).list();
    comparing(Comparison.HEAD, Comparison.NOW).patch(WHOLE, Redactor.of(Map.of()), READS);
    comparing(Comparison.HEAD, Comparison.HEAD).patch(WHOLE, Redactor.of(Map.of()), READS);

    assertThat(git(directory, "count-objects")).isEqualTo(before);
    assertThat(Files.readAllBytes(directory.resolve(".git/index"))).isEqualTo(index);
    assertThat(git(directory, "status", "--porcelain")).isEqualTo(status);
    assertThat(state).isDirectoryNotContaining("glob:**/agent-c*");
  }

  @Test
  void whatIsNotCommittedAndSinceACommit() throws Exception {
    String first = git(directory, "rev-parse", "HEAD").strip();
    work("echo x > b.txt; git add b.txt; " + AS + "commit --quiet --message=b; echo y > c.txt");

    assertThat(comparing(Comparison.HEAD, Comparison.NOW).list().getFirst().files())
        .extracting(ChangedFile::path)
        .containsExactly("c.txt");
    assertThat(comparing(Side.commit(first.substring(0, 10)), Comparison.HEAD).list())
        .singleElement()
        .satisfies(tree -> assertThat(tree.commits()).isEqualTo(1))
        .satisfies(tree ->
            assertThat(tree.files()).extracting(ChangedFile::path).containsExactly("b.txt"));
    git(directory, "branch", "abcdef1");
    for (String unknown : List.of("0".repeat(40), "abcdef1")) {
      assertThatThrownBy(() -> comparing(Side.commit(unknown), Comparison.NOW).list())
          .isInstanceOfSatisfying(
              Comparing.ComparisonException.class,
              refused -> assertThat(refused.trouble()).isEqualTo(Comparing.Trouble.NOT_THERE));
    }
  }

  @Test
  void aRepositoryWithinIsNamedInThePaths() throws Exception {
    Files.move(directory.resolve(".git"), elsewhere.resolve("git"));
    repository(directory.resolve("web"));
    repository(directory.resolve("lib"));
    work("echo web >> web/a.txt; echo lib >> lib/a.txt");
    var comparing = comparing(Comparison.BEGUN, Comparison.NOW);

    assertThat(text(comparing.patch(WHOLE, Redactor.of(Map.of()), READS)))
        .contains("+++ b/web/a.txt", "+++ b/lib/a.txt");
    assertThat(
            text(
                comparing.patch(
                    new PatchForm(List.of("web/a.txt"), 0, false), Redactor.of(Map.of()), READS)))
        .contains("+++ b/web/a.txt", "+web")
        .doesNotContain("lib", " two");
  }

  @Test
  void whiteSpaceIsOverlookedAndSecretsAreMasked() throws Exception {
    work("printf 'one\\n  two\\nthree\\nswordfish\\n' > a.txt");

    var patch =
        text(
            comparing(Comparison.BEGUN, Comparison.NOW)
                .patch(
                    new PatchForm(List.of(), 1, true),
                    Redactor.of(Map.of("KEY", "swordfish")),
                    READS));

    assertThat(patch).contains("+[secret:KEY]").doesNotContain("-two", "swordfish");
  }

  @Test
  void aStateThatTheMachineHasNotIsMissing() throws Exception {
    work("echo x > b.txt");
    var lost = Side.of(List.of(new WorkTree(".", null, "1".repeat(40))));

    assertThatThrownBy(() -> comparing(lost, Comparison.NOW).list())
        .isInstanceOfSatisfying(
            Comparing.ComparisonException.class,
            refused -> assertThat(refused.trouble()).isEqualTo(Comparing.Trouble.NOT_THERE));
    assertThat(state).isDirectoryNotContaining("glob:**/agent-compare*");
  }

  @Test
  void aFolderWithoutGitHasNothingToCompare() throws Exception {
    work("true");
    Files.move(directory.resolve(".git"), elsewhere.resolve("git"));

    assertThatThrownBy(() -> comparing(Comparison.BEGUN, Comparison.NOW).list())
        .isInstanceOfSatisfying(
            Comparing.ComparisonException.class,
            refused -> assertThat(refused.trouble()).isEqualTo(Comparing.Trouble.NO_GIT));
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(directory.resolve(name), content);
  }
}
