package io.agentservice.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesIT {
  @TempDir private Path directory;

  @Test
  void filesAreWrittenReadAndGuardedAgainstLostUpdates() throws Exception {
    try (var gateway = new FakeGateway();
        var remote = RemoteUnderTest.serve(directory, gateway)) {
      gateway.awaitHello(1);
      gateway.send(write("w-1", "src/größe.txt", "one", ""));
      var written = gateway.await(ToServer.Written.class, w -> w.id().equals("w-1"));
      var file = directory.resolve("work/src/größe.txt");
      assertThat(file).hasContent("one");
      assertThat(written.path()).isEqualTo(file.toString());

      gateway.send(write("w-2", "src/größe.txt", "two", "0".repeat(64)));
      assertThat(gateway.awaitFailed("w-2").code()).isEqualTo("conflict");
      assertThat(file).hasContent("one");
      gateway.send(write("w-3", "src/größe.txt", "two", written.sha256()));
      var second = gateway.await(ToServer.Written.class, w -> w.id().equals("w-3"));

      gateway.send(new ToRemote.ReadFile("r-1", 4, "src/größe.txt", 0, 0));
      var read = gateway.await(ToServer.File.class, f -> f.id().equals("r-1"));
      assertThat(gateway.output(4)).isEqualTo("two");
      assertThat(read.sha256()).isEqualTo(second.sha256());
      assertThat(remote.log()).doesNotContain("two");
    }
  }

  @Test
  void fileOfSeveralWindowsArrivesWhole() throws Exception {
    try (var gateway = new FakeGateway();
        var remote = RemoteUnderTest.serve(directory, gateway)) {
      gateway.awaitHello(1);
      var bytes = "0123456789".repeat(500_000).getBytes(UTF_8);
      Files.write(directory.resolve("work/large"), bytes);
      gateway.send(new ToRemote.ReadFile("r-1", 4, "large", 0, 0));
      assertThat(gateway.await(ToServer.File.class, f -> f.id().equals("r-1")).size())
          .isEqualTo(bytes.length);
      assertThat(gateway.bytes(4)).isEqualTo(bytes);
      assertThat(remote.log()).doesNotContain("error");
    }
  }

  @Test
  void writeOfTheLargestSizeIsTaken() throws Exception {
    try (var gateway = new FakeGateway();
        var remote = RemoteUnderTest.serve(directory, gateway)) {
      gateway.awaitHello(1);
      for (var i = 0; i < 6; i++) { // side by side, in the remote's small memory
        gateway.send(write("w-" + i, "large-" + i, "x".repeat(4 << 20), null));
      }
      for (var i = 0; i < 6; i++) {
        var id = "w-" + i;
        gateway.await(ToServer.Written.class, w -> w.id().equals(id));
        assertThat(directory.resolve("work/large-" + i)).hasSize(4 << 20);
      }
      gateway.send(write("w-9", "larger", "x".repeat((4 << 20) + 1), null));
      assertThat(gateway.awaitFailed("w-9").code()).isEqualTo("too_large");
      assertThat(remote.log()).doesNotContain("error");
    }
  }

  private static ToRemote.WriteFile write(String id, String path, String text, String expected) {
    var content = Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    return new ToRemote.WriteFile(id, path, content, expected, null);
  }
}
