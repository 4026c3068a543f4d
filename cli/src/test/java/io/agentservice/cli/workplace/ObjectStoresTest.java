package io.agentservice.cli.workplace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What sessions read of a user's repository when they work beside it. */
class ObjectStoresTest {
  @TempDir private Path directory;
  private UserRepository user;

  @BeforeEach
  void prepare() throws IOException {
    user = UserRepository.make(directory.resolve("shop"));
  }

  @Test
  void objectsOfTheRepositoryAndOfItsSubmodulesAreThose() throws IOException {
    user.addSubmodule(UserRepository.make(directory.resolve("lib")), "libs/lib");
    user.write("part/file", "one\n");

    assertThat(ObjectStores.of(user.directory().resolve("part")))
        .containsExactly(
            user.directory().resolve(".git/objects"),
            user.directory().resolve(".git/modules/libs/lib/objects"));
  }

  @Test
  void aWorkTreeBesideTheRepositoryHasItsObjects() {
    user.git("worktree", "add", "-q", "../tree");

    assertThat(ObjectStores.of(directory.resolve("tree")))
        .containsExactly(user.directory().resolve(".git/objects"));
  }

  @Test
  void aLinkInTheirPlaceIsNone() throws IOException {
    Path store = user.directory().resolve(".git/objects");
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.move(store, other.resolve("objects"));
    Files.createSymbolicLink(store, other.resolve("objects"));

    assertThat(ObjectStores.of(user.directory())).isEmpty();
  }

  @Test
  void aRepositoryThatBorrowsItselfIsCopiedWholeForACheckoutBesideIt() throws IOException {
    user.git("clone", "-q", "--shared", ".", "../borrower");
    Path borrower = directory.resolve("borrower");
    assertThat(ObjectStores.borrows(borrower)).isTrue();

    var side = SideCheckout.make(borrower, directory.resolve("beside"), "agent/mend", false);

    assertThat(ObjectStores.borrows(side.directory())).isFalse();
    assertThat(ObjectStores.borrows(user.directory())).isFalse();
    assertThat(side.directory().resolve("tracked")).hasContent("one");
  }
}
