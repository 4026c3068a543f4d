package io.agentservice.worker.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session leaves for the shared mirrors, with real git. */
class MirrorsTest {
  private static final String PATH = "org/git.example/acme/web.git";

  @TempDir private Path directory;
  private final Git git = new Git(List.of(), Map.of());
  private Path repository;
  private Path offer;

  @BeforeEach
  void aRepositoryWithACommit() throws IOException {
    repository = directory.resolve("repository");
    git.run("init", "--quiet", "--initial-branch=main", repository.toString());
    git.run(
        repository,
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@x",
        "commit",
        "--quiet",
        "--allow-empty",
        "--message=first");
    offer = directory.resolve("offers").resolve(PATH + ".bundle");
    Files.createDirectories(offer.getParent());
    Files.createDirectories(directory.resolve("mirrors/shown"));
  }

  private Path mirror() throws IOException {
    var mirrors = new Mirrors(directory.resolve("mirrors"));
    mirrors.take(directory.resolve("offers"), git, null);
    return mirrors.shown().resolve(PATH);
  }

  @Test
  void aBundleIsTaken() throws IOException {
    git.run(repository, "bundle", "create", "--quiet", offer.toString(), "--all");

    assertThat(git.run("-C", mirror().toString(), "rev-parse", "main"))
        .isEqualTo(git.run(repository, "rev-parse", "main"));
  }

  @Test
  void aFileThatNamesARepositoryIsNotFollowed() throws IOException {
    Files.writeString(offer, "gitdir: " + repository.resolve(".git") + "\n");

    assertThat(mirror()).doesNotExist();
  }
}
