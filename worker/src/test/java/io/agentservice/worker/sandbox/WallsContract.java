package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a session can do behind walls, whatever makes them, and how it begins and ends. */
abstract class WallsContract extends WalledIn {
  @Test
  void aSessionWorksInItsDirectoryAndHome() throws Exception {
    git("init", "-q");
    var remote =
        start(
            """
            set -e
            echo made > made
            git -c user.name=A -c user.email=a@b.c commit -q --allow-empty -m first
            git log --oneline | wc -l > commits
            echo mine > "$HOME/.mine"; mktemp > temporary; test -w /tmp; test -w /var/tmp
            test -c /dev/null; test -e /proc/self/status; ls /dev/pts > /dev/null
            sh -c 'exit 7' || echo $? > code
            id -u > user\
            """,
            sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve("made")).hasContent("made");
    assertThat(work.resolve("commits")).content().isEqualToIgnoringWhitespace("1");
    assertThat(work.resolve("code")).hasContent("7");
    assertThat(directory.state().resolve("home/.mine")).hasContent("mine");
    assertThat(temporary.resolve("home/.mine")).doesNotExist();
    assertThat(work.resolve("user")).hasContent(Files.getAttribute(work, "unix:uid").toString());
    assertThat(remote.alive()).isFalse();
  }

  @Test
  void controlGroupsOfVersion1LieWhereTheKernelSays() throws Exception {
    start(
        "grep ' - cgroup ' /proc/self/mountinfo | cut -d' ' -f4 | grep '^/\\.\\.' > elsewhere; exit 0",
        sandbox());
    assertThat(exit().code()).isZero();
    assertThat(work.resolve("elsewhere")).isEmptyFile();
  }

  @Test
  void whatTheSessionLeftInItsHomeIsThereWhenItComesBack() throws Exception {
    start("echo mine > \"$HOME/.mine\"", sandbox());
    assertThat(exit().code()).isZero();
    start("cp \"$HOME/.mine\" again", sandbox());
    assertThat(exit().code()).isZero();
    assertThat(work.resolve("again")).hasContent("mine");
  }

  @Test
  void aSessionCanNotMakeItsHomeALinkToSomewhereElse() throws Exception {
    var outside = environment.get("HOME");
    for (var own : List.of("home", "tmp")) {
      start(
          "cd \"$AGENT_REMOTE_STATE_DIR\"; mv %s moved; ln -sfn '%s' %s; exit 0"
              .formatted(own, outside, own),
          sandbox());
      assertThat(exit().code()).isZero();
      assertThat(directory.state().resolve(own)).isDirectory();
      assertThat(Files.isSymbolicLink(directory.state().resolve(own))).isFalse();
    }
    // As an earlier version let it.
    Files.move(directory.state().resolve("home"), directory.state().resolve("moved"));
    Files.createSymbolicLink(directory.state().resolve("home"), Path.of(outside));
    assertThatThrownBy(() -> start("exit 0", sandbox())).hasMessageContaining("is a link");
  }

  @Test
  void nothingOutlivesTheRemote() throws Exception {
    var seconds = "61" + ProcessHandle.current().pid();
    start(
        "env -i setsid sleep %s & env -i sh -c 'setsid setsid sleep %s &'; sleep 0.1; exit 0"
            .formatted(seconds, seconds),
        sandbox());
    assertThat(exit().code()).isZero();
    until(() -> sleeping(seconds).isEmpty());
  }

  @Test
  void nothingOutlivesTheFirstProcessThatIsKilled() throws Exception {
    var seconds = "62" + ProcessHandle.current().pid();
    var remote = start("env -i setsid sleep %s & touch ready; wait".formatted(seconds), sandbox());
    until(() -> Files.exists(work.resolve("ready")) && !sleeping(seconds).isEmpty());
    ProcessHandle.of(remote.pid()).orElseThrow().destroyForcibly();
    exit();
    until(() -> sleeping(seconds).isEmpty());
  }

  @Test
  void termLetsTheRemoteEndByItselfAndItsCodeIsTold() throws Exception {
    var remote =
        start("trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.05; done", sandbox());
    until(() -> text(directory.logPath()).contains("ready"));
    remote.terminate(Duration.ofSeconds(20), new Stop());
    assertThat(exit().code()).isEqualTo(3);
    assertThat(text(directory.logPath())).contains("bye");
  }

  @Test
  void aWalledInRemoteIsAdopted() throws Exception {
    start("trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done", sandbox());
    until(() -> text(directory.logPath()).contains("ready"));
    var adopted = RemoteProcess.adopt(directory, null, exits::add).orElseThrow();
    adopted.terminate(Duration.ofSeconds(20), new Stop());
    assertThat(List.of(exit().remote(), exit().remote())).contains(adopted);
  }

  @Test
  void aDirectoryAboveTheHomeIsRefused() {
    environment.put("HOME", work.resolve("home").toString());
    assertThatThrownBy(() -> start("true", sandbox()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(work.resolve("home").toString())
        .hasMessageNotContaining("\n");
  }

  @Test
  void directoriesOfTheWorkerMayLieInOneAnother() throws Exception {
    var cache = Files.createDirectories(data.resolve("cache"));
    hidden = List.of(cache, data, data);
    start("test ! -e \"%s/credentials.json\" && echo ok > seen".formatted(data), sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve("seen")).hasContent("ok");
  }

  @Test
  void theOperatorShowsAndSharesMore() throws Exception {
    var shown = Files.createDirectories(temporary.resolve("home/tools"));
    Files.writeString(shown.resolve("tool"), "tool\n");
    var shared = Files.createDirectories(temporary.resolve("home/cache"));
    var grants =
        new Grants(List.of(shown), List.of(shared), List.of(), Limits.DEFAULT, Loopback.NOTHING);
    start(
        "cat \"%s/tool\" > seen; echo x > \"%s/tool\"; echo y > \"%s/made\""
            .formatted(shown, shown, shared),
        sandbox(grants));
    exit();
    assertThat(work.resolve("seen")).hasContent("tool");
    assertThat(shown.resolve("tool")).hasContent("tool");
    assertThat(shared.resolve("made")).hasContent("y");
  }
}
