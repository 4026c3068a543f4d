package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SideCheckoutTest {
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
    assertThat(side.take("Mend the date")).isTrue();

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
    assertThat(make("mend", false).take("Nothing")).isFalse();
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
  void whatAKilledRunLeftIsGoneOnWith() throws IOException {
    make("mend", false);
    Files.writeString(place.resolve("tracked"), "half done\n");

    assertThat(make("mend", true).take("Whole")).isTrue();
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
}
