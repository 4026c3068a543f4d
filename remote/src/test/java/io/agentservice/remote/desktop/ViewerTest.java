package io.agentservice.remote.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViewerTest {
  @TempDir private Path directory;

  @Test
  void inputOfADesktopThatDoesNotReadIsBoundedByBytes() throws Exception {
    var address = UnixDomainSocketAddress.of(directory.resolve("rfb.socket"));
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      var viewer = new Viewer(SocketChannel.open(address));
      try (viewer;
          var _ = server.accept()) {
        var taken = 0;
        var piece = new byte[256 << 10];
        while (taken < 64 << 20 && viewer.input(piece)) {
          taken += piece.length;
        }
        assertThat(taken).isLessThan(8 << 20); // what sockets hold comes on top
        assertThat(viewer.input(new byte[1])).isFalse();
      }
    }
  }
}
