package io.agentservice.remote.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialSocketTest {
  @TempDir Path directory;

  @Test
  void aStateDirectoryWithALongPathHasItsSocketElsewhere() throws Exception {
    var state = Files.createDirectories(directory.resolve("a".repeat(60)).resolve("b".repeat(60)));
    Path path;
    try (var socket = new CredentialSocket(state, question -> question + " answered")) {
      path = socket.path();
      assertThat(Files.getPosixFilePermissions(path.getParent()))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      assertThat(asked(path)).isEqualTo("question answered");
    }
    assertThat(path.getParent()).doesNotExist();
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aShortOneHasItItself() throws Exception {
    try (var socket = new CredentialSocket(directory, question -> question + " answered")) {
      assertThat(socket.path().getParent()).isEqualTo(directory);
      assertThat(asked(socket.path())).isEqualTo("question answered");
    }
    assertThat(directory).isEmptyDirectory();
  }

  private static String asked(Path path) throws Exception {
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      Channels.newOutputStream(channel).write("question".getBytes(UTF_8));
      channel.shutdownOutput();
      return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
    }
  }
}
