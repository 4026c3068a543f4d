package io.agentservice.server.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.changes.NamesOfGit;
import io.agentservice.server.agent.loop.log.WorkTree;
import io.agentservice.server.testing.GitHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What git says of names, by real git. */
@Timeout(120)
class NamesOfGitTest {
  @TempDir Path directory;
  private LocalMachine machine;
  private String first;

  @BeforeEach
  void aRepository() throws IOException {
    machine = new LocalMachine(directory);
    git("init", "--quiet", "--initial-branch=main");
    write(".gitignore", "target/\n*.class\n");
    write("same.txt", "as it was");
    write("changed.txt", "one");
    write("src/deep/changed.txt", "one");
    write("src/same.txt", "one");
    git("add", "--all");
    commit();
    first = git("rev-parse", "HEAD").strip();
  }

  @AfterEach
  void close() {
    machine.close();
  }

  @Test
  void whatDiffersFromWhereTheSessionBeganIsChangedAndSoIsWhatHoldsIt() throws IOException {
    write("changed.txt", "two");
    commit(); // of the session: still its change
    write("src/deep/changed.txt", "two");
    write("new/file.txt", "new");
    write("line\nbreak", "new");

    var names = names("", first);

    assertThat(names.changed())
        .containsExactlyInAnyOrder("changed.txt", "src", "new", "line\nbreak");
    assertThat(names.isChanged("same.txt")).isFalse();
    assertThat(names("src", first).changed()).containsExactly("deep");
    assertThat(names("new", first).isChanged("file.txt")).isTrue();
  }

  @Test
  void whereTheBeginningIsNotKnownTheNewestCommitCounts() throws IOException {
    write("changed.txt", "two");
    commit();
    write("same.txt", "other");

    assertThat(NamesOfGit.of(machine.connect(), "", null))
        .satisfies(names -> assertThat(names.changed()).containsExactly("same.txt"));
  }

  @Test
  void aRepositoryThatTheSessionMadeIsItsWorkAsAWhole() {
    assertThat(NamesOfGit.of(machine.connect(), "src", List.of()))
        .satisfies(
            names -> assertThat(names.changed()).containsExactlyInAnyOrder("deep", "same.txt"));
  }

  @Test
  void namesThatHoldBreaksAreTold() throws IOException {
    write("target/x", "");
    write("a\nb.class", "");
    write("c\rd", "new");

    var names = names("", first);

    assertThat(names.ignored()).containsExactlyInAnyOrder("target", "a\nb.class");
    assertThat(names.changed()).containsExactly("c\rd");
  }

  @Test
  void aRepositoryThatBeganWithoutCommitIsChangedAsAWhole() {
    var begun = List.of(new WorkTree(".", null, "4b825dc"));

    assertThat(NamesOfGit.of(machine.connect(), "", begun))
        .satisfies(names ->
            assertThat(names.changed())
                .containsExactlyInAnyOrder(".gitignore", "same.txt", "changed.txt", "src"));
  }

  @Test
  void aDirectoryIsIgnoredWhenAllOfItIs() throws IOException {
    write("target/classes/A.class", "");
    write("src/B.class", "");

    var top = names("", first);

    assertThat(top.ignored()).containsExactly("target");
    assertThat(top.isIgnored("src")).isFalse();
    assertThat(top.isIgnored(".git")).isTrue();
    assertThat(names("src", first).ignored()).containsExactly("B.class");
    assertThat(names("target/classes", first).isIgnored("A.class")).isTrue();
    assertThat(names("target/classes", first).isChanged("A.class")).isFalse();
  }

  @Test
  void aRepositoryInTheDirectoryCountsFromItsOwnBeginning() throws IOException {
    Path other = directory.resolve("lib");
    Files.createDirectory(other);
    GitHost.git(other, "init", "--quiet");
    Files.writeString(other.resolve("a.txt"), "one");
    GitHost.git(other, "add", "--all");
    commit(other);
    String begun = GitHost.git(other, "rev-parse", "HEAD").strip();
    Files.writeString(other.resolve("a.txt"), "two");
    GitHost.git(other, "add", "--all");
    commit(other);

    var names =
        NamesOfGit.of(
            machine.connect(),
            "lib",
            List.of(new WorkTree(".", first, "t"), new WorkTree("lib", begun, "t")));

    assertThat(names).satisfies(found -> assertThat(found.changed()).containsExactly("a.txt"));
    assertThat(
            NamesOfGit.of(
                machine.connect(),
                "",
                List.of(new WorkTree(".", first, "t"), new WorkTree("lib", begun, "t"))))
        .satisfies(found -> assertThat(found.changed()).isEmpty());
  }

  @Test
  void nothingIsTouchedAndNothingIsKept() throws IOException {
    write("changed.txt", "two");
    var index = Files.getLastModifiedTime(directory.resolve(".git/index"));

    names("", first);

    assertThat(Files.getLastModifiedTime(directory.resolve(".git/index"))).isEqualTo(index);
    assertThat(machine.forgotten).hasSameSizeAs(machine.started);
  }

  @Test
  void withoutAWorkTreeNothingIsKnown() {
    try (var bare = new LocalMachine(directory.resolve(".git"))) {
      assertThat(NamesOfGit.of(bare.connect(), "", List.of())).isNull();
    }
  }

  private NamesOfGit names(String below, String commit) {
    return Objects.requireNonNull(
        NamesOfGit.of(machine.connect(), below, List.of(new WorkTree(".", commit, "t"))));
  }

  private void write(String name, String text) throws IOException {
    var file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void commit() {
    git("add", "--all");
    commit(directory);
  }

  private static void commit(Path where) {
    GitHost.git(where, "commit", "--quiet", "--message=x");
  }

  private String git(String... arguments) {
    return GitHost.git(directory, arguments);
  }
}
