package io.agentservice.server.context.indexing.clones;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories of servers that share their place. */
class CloneDirectoriesTest {
  @TempDir private Path root;

  @Test
  void aSweepOfAnotherServerNeverLeavesADirectoryWithoutItsLockFile() throws IOException {
    var others = new CloneDirectories(root);
    var times = new AtomicInteger();
    var own =
        new CloneDirectories(
            root,
            () -> {
              if (times.incrementAndGet() < 3) {
                others.sweep();
              }
            });
    try (var held = own.open()) {
      assertThat(times).hasValue(3);
      assertThat(held.lockFile()).exists();
      others.sweep();
      assertThat(held.path()).isDirectory();
      assertThat(held.lockFile()).exists();
    }
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void whatCannotBeMadeLeavesNothingBehindAndIsTriedOnlySoOften() {
    var failing =
        new CloneDirectories(
            root,
            () -> {
              throw new IllegalStateException("no space");
            });
    assertThatThrownBy(failing::open).hasMessage("no space");
    assertThat(root).isEmptyDirectory();
    var others = new CloneDirectories(root);
    assertThatThrownBy(() -> new CloneDirectories(root, others::sweep).open())
        .isInstanceOf(UncheckedIOException.class);
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void whatNobodyHoldsIsSweptWithAllThatIsInIt() throws IOException {
    Files.createFile(root.resolve("1.lock"));
    Files.writeString(Files.createDirectories(root.resolve("1/git/objects")).resolve("x"), "y");
    Files.createFile(root.resolve("2.lock")); // of one that was killed before its directory was

    new CloneDirectories(root).sweep();

    assertThat(root).isEmptyDirectory();
    new CloneDirectories(root.resolve("nowhere")).sweep();
  }
}
