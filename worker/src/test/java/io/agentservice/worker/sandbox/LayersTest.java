package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.process.RunAs;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.process.Stranger;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The user's caches of packages behind walls. */
class LayersTest extends WalledIn {
  private Path jar;

  @BeforeEach
  void aCache() throws Exception {
    jar = temporary.resolve("home/.m2/repository/a/a.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "theirs\n");
  }

  @Test
  void aSessionReadsTheUsersCachesAndChangesItsOwnLayer() throws Exception {
    start(
        """
        cat "$HOME/.m2/repository/a/a.jar" > seen
        echo mine > "$HOME/.m2/repository/a/a.jar"; echo new > "$HOME/.m2/repository/b.jar"
        rm -r "$HOME/.m2/repository/a"; mkdir "$HOME/.m2/repository/a"
        cat "$HOME/.m2/settings.xml" && exit 3
        ls -A "$AGENT_REMOTE_STATE_DIR/layers" > layers; touch "$AGENT_REMOTE_STATE_DIR/layers/x" && exit 4
        id -u > user; exit 0\
        """,
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assumeTrue(!text(work.resolve("seen")).isEmpty(), "no overlays for users here");
    assertThat(work.resolve("seen")).hasContent("theirs");
    assertThat(work.resolve("layers")).isEmptyFile();
    assertThat(work.resolve("user")).hasContent(Files.getAttribute(work, "unix:uid").toString());
    assertThat(jar).hasContent("theirs");
    assertThat(temporary.resolve("home/.m2/repository/b.jar")).doesNotExist();

    start("ls \"$HOME/.m2/repository\" > again", sandbox()); // the same session comes back
    assertThat(exit().code()).isZero();
    assertThat(work.resolve("again")).content().contains("b.jar");

    directory = SessionDirectory.of(data, "agent-0200");
    start("find \"$HOME/.m2/repository\" -type f > other", sandbox());
    assertThat(exit().code()).isZero();
    assertThat(work.resolve("other")).content().contains("a/a.jar").doesNotContain("b.jar");
  }

  @Test
  void theSessionsDirectoryCanBeDeletedWithItsLayers() throws Exception {
    start("echo new > \"$HOME/.m2/repository/b.jar\"", sandbox());
    assertThat(exit().code()).isZero();
    directory.delete();
    assertThat(directory.path()).doesNotExist();
    assertThat(jar).hasContent("theirs");
  }

  @Test
  void nothingOfCachesIsShownWhereTheOperatorWantsNone() throws Exception {
    var grants =
        new Grants(
            Grants.NONE.readable(),
            Grants.NONE.writable(),
            Grants.caches("none"),
            Limits.DEFAULT,
            Loopback.NOTHING);
    start("test ! -e \"$HOME/.m2\"", sandbox(grants));
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
  }

  @Test
  void aSessionOfAnotherUserReadsThatUsersCaches() throws Exception {
    try (var stranger = new Stranger()) {
      user = stranger.user();
      for (var passed : List.of(temporary, data, data.resolve("sessions"))) {
        Files.setPosixFilePermissions(passed, PosixFilePermissions.fromString("rwx--x--x"));
      }
      stranger.directory(work);
      var home = stranger.directory(temporary.resolve("theirs"));
      user = new RunAs(user.name(), user.user(), user.group(), home);
      plantAs(home);
      start(
          "cat \"$HOME/.m2/repository/a.jar\" > seen; echo mine > \"$HOME/.m2/repository/a.jar\"; id -u > user",
          sandbox());
      assertThat(exit().code()).as(text(directory.logPath())).isZero();
      assertThat(work.resolve("seen")).hasContent("theirs");
      assertThat(work.resolve("user")).hasContent(Integer.toString(user.user()));
      assertThat(home.resolve(".m2/repository/a.jar")).hasContent("theirs");
    }
  }

  private void plantAs(Path home) throws IOException {
    var repository = Files.createDirectories(home.resolve(".m2/repository"));
    Files.writeString(repository.resolve("a.jar"), "theirs\n");
    for (var path : List.of(home.resolve(".m2"), repository, repository.resolve("a.jar"))) {
      Files.setAttribute(path, "unix:uid", user.user());
      Files.setAttribute(path, "unix:gid", user.group());
    }
  }
}
