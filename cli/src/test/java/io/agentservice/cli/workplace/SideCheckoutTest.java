package io.agentservice.cli.workplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SideCheckoutTest {
  private static final SideCheckout.Taken DONE = new SideCheckout.Taken(true, null);

  @TempDir private Path directory;
  private UserRepository user;
  private Path place;

  @BeforeEach
  void prepare() throws IOException {
    user = UserRepository.make(directory.resolve("shop"));
    user.write("part/file", "one\n");
    user.git("add", ".");
    user.git("commit", "-q", "-m", "Second");
    place = directory.resolve("beside");
  }

  private SideCheckout make(String branch, boolean again) {
    return SideCheckout.make(user.directory(), place, branch, again);
  }

  @Test
  void theResultIsABranchAndTheUsersCheckoutStaysAsItIs() throws IOException {
    user.write("tracked", "not committed\n");
    var state = user.state();
    var side = SideCheckout.make(user.directory().resolve("part"), place, "agent/mend", false);
    assertThat(side.directory()).isEqualTo(place.resolve("part").toRealPath());
    assertThat(side.leftOut()).isEqualTo(1);
    assertThat(place.resolve("tracked")).hasContent("one");

    Files.writeString(side.directory().resolve("file"), "two\n");
    Files.writeString(side.directory().resolve("new"), "new\n");
    assertThat(user.state()).as("while it works").isEqualTo(state);
    assertThat(side.take("Mend the date")).isEqualTo(DONE);

    assertThat(user.git("show", "--format=%an|%s", "agent/mend"))
        .startsWith("Ada|Mend the date\n")
        .contains("+two", "+new");
    assertThat(user.git("status", "--porcelain").strip()).isEqualTo("M tracked");
    assertThat(user.git("branch", "--show-current").strip()).isEqualTo("main");
    assertThat(user.git("fsck", "--no-dangling")).doesNotContain("error", "missing");
    assertThat(place).doesNotExist();
  }

  @Test
  void withoutAChangeThereIsNoBranch() {
    assertThat(make("mend", false).take("Nothing").changed()).isFalse();
    assertThat(user.git("branch", "--list", "mend")).isEmpty();
    assertThat(place).doesNotExist();
  }

  @Test
  void aLaterRunGoesOnWithTheBranch() throws IOException {
    var first = make("mend", false);
    Files.writeString(place.resolve("tracked"), "two\n");
    first.take("First half");
    var second = make("mend", true);
    assertThat(place.resolve("tracked")).hasContent("two");
    Files.writeString(place.resolve("tracked"), "three\n");
    second.take("Second half");

    assertThat(user.git("log", "--format=%s", "main..mend").lines())
        .containsExactly("Second half", "First half");
  }

  @Test
  void warningsOfGitAreNotTakenForItsAnswers() throws IOException {
    user.git("tag", "HEAD"); // each look at HEAD warns that it is ambiguous
    var side = make("mend", false);
    Files.writeString(place.resolve("tracked"), "two\n");

    assertThat(side.take("Mended")).isEqualTo(DONE);
    assertThat(user.git("show", "mend:tracked")).isEqualTo("two\n");
  }

  @Test
  void whatAKilledRunLeftIsGoneOnWith() throws IOException {
    make("mend", false);
    Files.writeString(place.resolve("tracked"), "half done\n");

    assertThat(make("mend", true).take("Whole")).isEqualTo(DONE);
    assertThat(user.git("show", "mend:tracked")).isEqualTo("half done\n");
  }

  @Test
  void namesThatCannotBeABranchesAreRefusedBeforeAnythingBegins() throws IOException {
    user.git("branch", "taken");
    assertThatThrownBy(() -> make("taken", false)).hasMessageContaining("already");
    assertThatThrownBy(() -> make("a..b", false)).hasMessageContaining("no name for a branch");
    var empty = Files.createDirectories(directory.resolve("empty"));
    Program.run(empty, List.of("git", "init", "-q"), Map.of());
    assertThatThrownBy(() -> SideCheckout.make(empty, place, "mend", false))
        .hasMessageContaining("no commit");
    assertThat(place).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBranchThatMovedMeanwhileIsNotOverwrittenAndTheWorkStays(boolean checkedOut)
      throws IOException {
    var side = make("mend", false);
    Files.writeString(place.resolve("tracked"), "two\n");
    user.git("checkout", "-q", "-b", "mend");
    user.write("tracked", "the user's\n");
    user.git("commit", "-q", "-a", "-m", "Mine");
    if (!checkedOut) {
      user.git("checkout", "-q", "-");
    }

    assertThatThrownBy(() -> side.take("Theirs")).hasMessageContaining(place.toString());

    assertThat(user.git("log", "-1", "--format=%s", "mend").strip()).isEqualTo("Mine");
    assertThat(place.resolve("tracked")).hasContent("two");
  }

  @Test
  void whatWasDoneInSubmodulesIsABranchInEachOfThem() throws IOException {
    var deep = UserRepository.make(directory.resolve("deep"));
    var inner = UserRepository.make(directory.resolve("inner"));
    inner.addSubmodule(deep, "deep");
    user.addSubmodule(inner, "libs/inner");
    user.git(
        "-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init", "--recursive");

    var side = make("mend", false);
    assertThat(place.resolve("libs/inner/deep/tracked")).hasContent("one");
    Files.writeString(place.resolve("libs/inner/deep/tracked"), "two\n");
    assertThat(side.take("Mend it")).isEqualTo(DONE);

    user.git("checkout", "-q", "mend");
    user.git("submodule", "update", "-q", "--recursive", "--no-fetch");
    assertThat(user.directory().resolve("libs/inner/deep/tracked")).hasContent("two");
    assertThat(user.git("-C", "libs/inner/deep", "log", "-1", "--format=%s", "mend"))
        .isEqualTo("Mend it\n");
    assertThat(place).doesNotExist();
    user.git("checkout", "-q", "main");

    var again = make("mend", true);
    Files.writeString(place.resolve("libs/inner/deep/tracked"), "three\n");
    assertThat(again.take("And again")).isEqualTo(DONE);
    assertThat(user.git("-C", "libs/inner/deep", "show", "mend:tracked")).isEqualTo("three\n");
    assertThatThrownBy(() -> make("mend", false)).hasMessageContaining("already");
  }

  @Test
  void aSubmoduleWithoutItsCommitIsToldBeforeAnythingBegins() throws IOException {
    var inner = UserRepository.make(directory.resolve("inner"));
    user.addSubmodule(inner, "inner");
    var unknown = "1".repeat(40);
    user.git("update-index", "--cacheinfo", "160000," + unknown + ",inner");
    user.git("commit", "-q", "-m", "Ahead");

    assertThatThrownBy(() -> make("mend", false)).hasMessageContaining("lacks its commit");
    assertThat(place).doesNotExist();
  }

  @Test
  void aRepositoryThatTheAgentMadeStaysAndIsNamed() throws IOException {
    var side = make("mend", false);
    Files.writeString(place.resolve("tracked"), "two\n");
    UserRepository.make(place.resolve("third/party"));
    Program.run(
        Files.createDirectories(place.resolve("empty")), List.of("git", "init", "-q"), Map.of());

    assertThatThrownBy(() -> side.take("Mend it"))
        .hasMessageContaining("third/party")
        .hasMessageContaining("empty")
        .hasMessageContaining(place.toString());

    assertThat(user.git("show", "mend:tracked")).isEqualTo("two\n");
    assertThat(place.resolve("third/party/tracked")).exists();
  }

  @Test
  void whatGitIgnoresIsKeptForAWeekAndNamed() throws IOException {
    user.write(".gitignore", "*.local\n/build/\n");
    user.git("add", ".");
    user.git("commit", "-q", "-m", "Ignore");
    var side = make("mend", false);
    Files.writeString(place.resolve("tracked"), "two\n");
    Files.writeString(place.resolve("config.local"), "mine\n");
    Files.createDirectories(place.resolve("build"));
    Files.writeString(place.resolve("build/out"), "x\n");

    var taken = side.take("Mend it");

    assertThat(taken.changed()).isTrue();
    assertThat(taken.remark()).contains("config.local", "build/", place.toString());
    user.git("checkout", "-q", "mend");
    user.write("tracked", "the user's\n");
    user.git("commit", "-q", "-a", "-m", "Mine");
    user.git("checkout", "-q", "-");
    make("mend", true);
    assertThat(place.resolve("tracked")).as("not the one that was left").hasContent("the user's");
    assertThat(place.resolve("config.local")).hasContent("mine");
  }

  @Test
  void whatWasKeptForAWeekGoesWithTheNextRunAfterIt() throws IOException {
    user.write(".gitignore", "ignored\n");
    user.git("add", ".");
    user.git("commit", "-q", "-m", "Ignore");
    var side = make("mend", false);
    Files.writeString(place.resolve("ignored"), "x\n");
    side.take("Nothing");
    var other = directory.resolve("other");
    SideCheckout.make(user.directory(), other, "other", false);
    assertThat(place).exists();

    var old = FileTime.from(Instant.now().minus(Duration.ofDays(8)));
    Files.setLastModifiedTime(place.resolve(".git/agent-holds-ignored-only"), old);
    SideCheckout.make(user.directory(), other, "other", true);

    assertThat(place).doesNotExist();
  }
}
