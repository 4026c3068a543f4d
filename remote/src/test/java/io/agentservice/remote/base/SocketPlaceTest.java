package io.agentservice.remote.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketPlaceTest {
  @TempDir private Path directory;

  @Test
  void theNextRemoteRemovesWhatKilledOnesLeft() throws Exception {
    var killed = Files.createDirectory(directory.resolve("agent-git1"));
    listenAt(killed).close(); // its file stays
    var young = Files.createDirectory(directory.resolve("agent-git2"));
    var living = Files.createDirectory(directory.resolve("agent-git3"));
    var others = Files.createDirectory(directory.resolve("others"));
    listenAt(others).close();
    try (var _ = listenAt(living)) {
      SocketPlace.removeLeft(directory, "git.sock", "agent-git");
      assertThat(killed).doesNotExist();
      assertThat(young).exists();
      assertThat(living.resolve("git.sock")).exists();
      assertThat(others.resolve("git.sock")).exists();
    }
  }

  private static ServerSocketChannel listenAt(Path directory) throws IOException {
    var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    channel.bind(UnixDomainSocketAddress.of(directory.resolve("git.sock")));
    return channel;
  }
}
