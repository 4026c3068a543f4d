package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.sandbox.Sandbox.UnavailableException;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Image;
import io.agentservice.worker.sandbox.rules.Limits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The same in containers of podman or docker. {@code AGENT_TEST_IMAGE} names an image with a shell,
 * git and glibc that the engine has ({@code make container-check} makes one).
 */
class ContainerTest extends WallsContract {
  private static final String IMAGE = System.getenv("AGENT_TEST_IMAGE");

  @BeforeEach
  void withTheEnginesSettings() {
    assumeTrue(IMAGE != null, "no image is named (AGENT_TEST_IMAGE)");
    for (var name : List.of("CONTAINERS_CONF", "CONTAINERS_STORAGE_CONF", "DOCKER_HOST")) {
      if (System.getenv(name) != null) {
        environment.put(name, System.getenv(name));
      }
    }
  }

  @Override
  Sandbox sandbox(Grants grants) {
    return sandbox(grants, Image.of(IMAGE, null));
  }

  private Sandbox sandbox(Grants grants, Image image) {
    try {
      return Container.of(environment, grants, image);
    } catch (UnavailableException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theSystemIsTheImagesAndIsNotWritten() throws Exception {
    start(
        """
        test ! -e "$HOME/.netrc" || exit 4
        for d in / /usr /etc /opt; do touch $d/made 2>/dev/null && exit 5; done
        test ! -e /work && test ! -e "%s" || exit 6
        test ! -s /etc/shadow || exit 7
        cat /proc/self/status > status; ls /sys/class/net > networks
        """
            .formatted(temporary.resolve("beside")),
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(text(work.resolve("status")))
        .contains("CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1")
        .contains("Seccomp:\t2");
    assertThat(text(work.resolve("networks")).strip()).isEqualTo("lo");
  }

  @Test
  void variablesArePassedByNameAndNotInArguments() throws Exception {
    var remote =
        start(
            "test \"$AGENT_OUTPOST_CONNECT_TOKEN\" = agc_secret && touch told; sleep 60",
            sandbox());
    until(() -> Files.exists(work.resolve("told")));
    var arguments =
        ProcessHandle.allProcesses().map(p -> p.info().commandLine().orElse("")).toList();
    assertThat(arguments).noneMatch(line -> line.contains("agc_secret"));
    assertThat(text(Path.of("/proc", Long.toString(remote.pid()), "cmdline")))
        .contains("--pull=never");
  }

  @Test
  void whatTheFirstWordsOfTheSessionLeftIsTakenAwayBeforeTheNextStart() throws Exception {
    var seconds = "64" + ProcessHandle.current().pid();
    var remote = start("sleep %s & touch ready; wait".formatted(seconds), sandbox());
    until(() -> Files.exists(work.resolve("ready")) && !sleeping(seconds).isEmpty());
    ProcessHandle.of(remote.pid()).orElseThrow().destroyForcibly();
    exit();
    start("echo again > again", sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve("again")).exists();
    left();
    assertThat(directory.path().resolve("container")).doesNotExist();
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> Container.of(environment, Grants.NONE, Image.NONE))
        .hasMessage("no image is named");
    assertThatThrownBy(
            () -> Container.of(Map.of("PATH", "/nowhere"), Grants.NONE, Image.of("x", null)))
        .hasMessage("neither podman nor docker is installed");
    assertThatThrownBy(() -> sandbox(Grants.NONE, Image.of("localhost/is-not-there:1", null)))
        .cause()
        .isInstanceOfSatisfying(
            UnavailableException.class,
            e -> assertThat(e.advice()).contains(" pull localhost/is-not-there:1"))
        .hasMessageContaining("does not work here");
    var loopback = new Grants(List.of(), List.of(), List.of(), Limits.DEFAULT, Loopback.of("all"));
    assertThatThrownBy(() -> sandbox(loopback, Image.of(IMAGE, null)))
        .hasMessageContaining("loopback");
  }

  @Test
  void anotherNetworkIsTheOperatorsWord() {
    assertThat(sandbox(Grants.NONE).filtersAll()).isTrue();
    assertThat(sandbox(Grants.NONE).words()).endsWith("reach the network by a filter");
    var named = sandbox(Grants.NONE, Image.of(IMAGE, "host"));
    assertThat(named.filtersAll()).isFalse();
    assertThat(named.words()).contains("'host', which leads where that leads");
  }
}
