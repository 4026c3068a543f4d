package io.agentservice.cli.workplace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTest {
  @TempDir private Path directory;
  private UserRepository user;

  @BeforeEach
  void prepare() throws IOException {
    user = UserRepository.make(directory.resolve("a \"quoted\": repository"));
  }

  private Snapshots snapshots(Path of) {
    assertThat(GitLook.at(of)).isInstanceOf(GitLook.Repository.class);
    return Snapshots.of((GitLook.Repository) GitLook.at(of), directory.resolve("data"));
  }

  @Test
  void theDiffHoldsWhatChangedBetweenTwoMomentsAndNoMore() throws IOException {
    user.write("mine", "from before\n");
    user.write(".gitignore", "ignored\n");
    var snapshots = snapshots(user.directory());
    var before = snapshots.take();

    user.write("tracked", "two\n");
    user.write("new file", "new\n");
    user.write("ignored", "x\n");
    var diff = snapshots.diff(before, snapshots.take());

    assertThat(diff).contains("-one", "+two", "+++ b/new file", "+new");
    assertThat(diff).doesNotContain("mine", "ignored");
  }

  @Test
  void theUsersRepositoryIsReadAndNeverWrittenToWhateverLiesInIt() throws IOException {
    try (var large = new RandomAccessFile(user.directory().resolve("untracked").toFile(), "rw")) {
      large.setLength(50L << 20);
    }
    user.write("text", "words\n".repeat(500_000)); // a text, but too long to show
    var state = user.state();

    var snapshots = snapshots(user.directory());
    var before = snapshots.take();
    user.write("text", "Words\n".repeat(500_000));
    user.write("tracked", "two\n");
    var diff = snapshots.diff(before, snapshots.take());

    assertThat(user.state()).isEqualTo(state).contains("size: ", "garbage: 0");
    assertThat(diff).contains("Binary files a/text and b/text differ", "+two");
    assertThat(diff).hasSizeLessThan(1000);
  }

  @Test
  void whatAKilledRunLeftIsNoHindrance() throws IOException {
    snapshots(user.directory()).take();
    user.write("tracked", "two\n");
    var again = snapshots(user.directory());
    var before = again.take();
    user.write("tracked", "three\n");

    assertThat(again.diff(before, again.take())).contains("-two", "+three");
  }

  @Test
  void aDirectoryInsideARepositoryIsLookedAtAlone() throws IOException {
    user.write("part/inside", "one\n");
    var snapshots = snapshots(user.directory().resolve("part"));
    var before = snapshots.take();
    user.write("part/inside", "two\n");
    user.write("tracked", "two\n");

    assertThat(snapshots.diff(before, snapshots.take()))
        .contains("+++ b/inside")
        .doesNotContain("tracked");
  }

  @Test
  void aDirectoryWithoutARepositoryIsToldAsSuch() throws IOException {
    assertThat(GitLook.at(directory))
        .isEqualTo(new GitLook.None(directory + " is no git repository", null));
    assertThat(GitLook.at(user.directory().resolve(".git"))).isInstanceOf(GitLook.None.class);
  }

  @Test
  void aRepositoryOfSomebodyElseIsToldAsSuchWithTheCommandThatHelps() throws IOException {
    Files.createDirectories(directory.resolve("plain"));
    var others = UserRepository.make(directory.resolve("others"));

    var look = GitLook.at(others.directory(), Map.of("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1"));

    assertThat(look).isInstanceOf(GitLook.None.class);
    var none = (GitLook.None) look;
    assertThat(none.why()).contains("dubious ownership", others.directory().toString());
    assertThat(none.hint())
        .isEqualTo("git config --global --add safe.directory " + others.directory());
  }

  @Test
  void aChangeOfEqualSizeInTheSameTickAsTheUsersIndexIsSeen() throws IOException {
    user.git("config", "core.trustctime", "false"); // a test can't set that time
    var tick = FileTime.from(Instant.now().minusSeconds(60));
    user.writeAt("tracked", "one\n", tick);
    user.git("update-index", "--refresh");
    Files.setLastModifiedTime(user.directory().resolve(".git/index"), tick);
    user.writeAt("tracked", "two\n", tick);

    var snapshots = snapshots(user.directory());
    var before = snapshots.take();
    user.write("tracked", "three\n");

    assertThat(snapshots.diff(before, snapshots.take())).contains("-two", "+three");
  }

  @Test
  void whatChangesInSubmodulesIsShownByItsPath() throws IOException {
    var inner = UserRepository.make(directory.resolve("inner"));
    user.addSubmodule(inner, "libs/inner");
    var snapshots = snapshots(user.directory());
    var before = snapshots.take();
    user.write("libs/inner/tracked", "two\n");
    user.write("libs/inner/new", "new\n");
    var state = inner.state() + user.state();

    assertThat(snapshots.diff(before, snapshots.take()))
        .contains("--- a/libs/inner/tracked", "+++ b/libs/inner/tracked", "+two", "+new");
    assertThat(inner.state() + user.state()).isEqualTo(state);
  }
}
