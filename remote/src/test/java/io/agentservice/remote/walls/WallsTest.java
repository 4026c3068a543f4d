package io.agentservice.remote.walls;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.frames.ToServer.Isolation;
import io.agentservice.wire.frames.ToServer.Trial;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each hole alone, on a tree that is right otherwise. */
class WallsTest {
  @TempDir Path directory;
  private final Map<String, String> variables =
      Map.of("AGENT_SANDBOX", "bwrap", "AGENT_SANDBOX_CANARY", "/data/canary");
  private Path root;

  @BeforeEach
  void aMachineSeenFromBehindWalls() throws Exception {
    root = directory.resolve("not-there");
    status("0000000000000000");
  }

  @Test
  void wallsThatHoldHaveNoHole() {
    assertThat(failed()).isEmpty();
  }

  @Test
  void aFileOfTheWorkerIsAHole() throws Exception {
    write("data/canary", "");
    assertThat(failed()).containsExactly("read the worker's files");
  }

  @Test
  void aProcessOfSomebodyElseIsAHole() throws Exception {
    write("proc/4711/comm", "sleep");
    assertThat(failed()).containsExactly("see processes of others");
  }

  @Test
  void aCapabilityIsAHole() throws Exception {
    status("0000000000200000");
    assertThat(failed()).containsExactly("use rights of root");
  }

  @Test
  void settingsOfTheKernelThatCanBeWrittenAreAHole() throws Exception {
    write("proc/sys/kernel/core_pattern", "core");
    assertThat(failed()).containsExactly("change settings of the kernel");
  }

  @Test
  void aSystemThatCanBeWrittenIsAHole() throws Exception {
    Files.createDirectories(root.resolve("usr"));
    assertThat(failed()).containsExactly("write /usr");
    assertThat(root.resolve("usr")).isEmptyDirectory();
  }

  @Test
  void aWayToMoreRightsIsAHole() throws Exception {
    write("proc/self/status", "NoNewPrivs:\t0\nSeccomp:\t2\n");
    assertThat(failed()).containsExactly("gain rights");
  }

  @Test
  void theMachinesNetworkIsAHoleWhereTheSessionIsToHaveItsOwn() throws Exception {
    Files.createDirectories(root.resolve("proc/self/ns"));
    Files.createSymbolicLink(root.resolve("proc/self/ns/net"), Path.of("net:[1]"));
    var own = new HashMap<>(variables);
    own.put("AGENT_SANDBOX_NETWORK", "net:[1]");
    var hole = new Trial("use the machine's network", false, true);
    assertThat(Walls.tried(root, own, directory).failed()).contains(hole);
    own.put("AGENT_SANDBOX_NETWORK", "net:[2]");
    assertThat(Walls.tried(root, own, directory).failed()).doesNotContain(hole);
  }

  @Test
  void whatIsMissingIsToldThoughThereAreWalls() {
    var told = new HashMap<>(variables);
    told.put("AGENT_SANDBOX_MISSING", "the network is this machine's");
    var isolation = Walls.tried(root, told, directory);
    assertThat(isolation).isNotNull();
    assertThat(isolation.by()).isEqualTo("bwrap");
    assertThat(isolation.reason()).isEqualTo("the network is this machine's");
    assertThat(isolation.trials()).isNotEmpty();
  }

  @Test
  void systemCallsThatNobodyFiltersAreAHole() throws Exception {
    write("proc/self/status", "NoNewPrivs:\t1\nSeccomp:\t0\n");
    assertThat(failed()).containsExactly("use every system call");
  }

  @Test
  void aServiceOfTheMachineIsAHole() throws Exception {
    write("run/docker.sock", "");
    assertThat(failed()).containsExactly("speak to services of the machine");
  }

  @Test
  void aRoutePastTheFilterIsAHole() throws Exception {
    try (var filter = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      filter.bind(UnixDomainSocketAddress.of(directory.resolve("filter.sock")));
      var owned = new HashMap<>(variables);
      owned.put("AGENT_NETWORK_SOCKET", directory.resolve("filter.sock").toString());
      write("proc/net/route", "Iface\tDestination\neth0\t00000000\n");
      assertThat(Walls.tried(root, owned, directory).failed())
          .containsExactly(new Trial("reach the network past the filter", false, true));
      owned.put("AGENT_NETWORK_SOCKET", directory.resolve("gone.sock").toString());
      assertThat(Walls.tried(root, owned, directory).failed())
          .contains(new Trial("reach the filter", true, false));
    }
  }

  @Test
  void whatMustWorkIsTriedToo() {
    var isolation = Walls.tried(root, variables, directory.resolve("gone"));
    assertThat(isolation.failed())
        .containsExactly(new Trial("write the working directory", true, false));
  }

  @Test
  void withoutWallsNothingIsTriedAndTheReasonIsTold() {
    assertThat(Walls.tried(root, Map.of(), directory)).isNull();
    assertThat(Walls.tried(root, Map.of("AGENT_SANDBOX_MISSING", "no walls"), directory))
        .isEqualTo(new Isolation("none", "no walls", List.of()));
  }

  /** What went otherwise than it must. */
  private List<String> failed() {
    return Walls.tried(root, variables, directory).failed().stream().map(Trial::what).toList();
  }

  private void status(String capabilities) throws IOException {
    write("proc/self/status", "Name:\tjava\nCapEff:\t%s\n".formatted(capabilities));
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }
}
