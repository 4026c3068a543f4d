package io.agentservice.worker.network.pasta;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found out before a network is made; the network itself is NetworkWallsTest's. */
class TranslationTest {
  @TempDir private Path directory;

  @Test
  void namesAreAskedForAtTheRouterWhereTheMachineAsksItself() throws Exception {
    var file =
        Files.writeString(
            directory.resolve("resolv.conf"), "nameserver 127.0.0.53\nsearch a.test\n");
    assertThat(Translation.resolver(file)).contains("nameserver 192.0.0.1\nsearch a.test\n");
    Files.writeString(file, "nameserver 169.254.169.253\nnameserver 9.9.9.9\n");
    assertThat(Translation.resolver(file)).contains("nameserver 192.0.0.1\n");
    Files.writeString(file, "nameserver 9.9.9.9\n");
    assertThat(Translation.resolver(file)).isEmpty();
    assertThat(Translation.resolver(directory.resolve("none"))).isEmpty();
  }

  @Test
  void theGatewaysPortIsPassedOnWhereItIsTheMachines() {
    assertThat(Translation.to(URI.create("ws://127.0.0.1:8099/g"), Loopback.of("5432,6379")))
        .isEqualTo(new Translation(List.of(5432, 6379, 8099), List.of()));
    assertThat(Translation.to(URI.create("wss://localhost/g"), Loopback.NOTHING).loopback())
        .containsExactly(443);
    assertThat(Translation.to(URI.create("ws://192.0.2.200/g"), Loopback.NOTHING))
        .isEqualTo(new Translation(List.of(), List.of()));
  }
}
