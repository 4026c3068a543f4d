package io.agentservice.worker.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.fleet.QueueEntry.Allow;
import io.agentservice.wire.fleet.QueueEntry.NetworkPolicy;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.sandbox.Enclosure.Network;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionNetworkTest {
  private static final NetworkPolicy NOTHING = new NetworkPolicy(true, List.of());

  @TempDir Path data;
  private SessionDirectory directory;

  @BeforeEach
  void start() {
    directory = SessionDirectory.of(data, "a");
  }

  @Test
  void theNextWorkerListensAtTheSamePlaceForTheSameGateway() throws Exception {
    try (var gateway = new ServerSocket(0, 9, InetAddress.ofLiteral("127.0.0.1"))) {
      var address = URI.create("ws://127.0.0.1:%d/gateway".formatted(gateway.getLocalPort()));
      Path place;
      try (var first = SessionNetwork.open(directory, null, NOTHING, Optional::empty, address)) {
        place = first.network().directory();
        assertThat(answer(place, gateway.getLocalPort())).startsWith("HTTP/1.1 200 ");
      }
      try (var second = SessionNetwork.again(directory, null, NOTHING, Optional::empty)) {
        assertThat(second).isNotNull();
        assertThat(second.network().directory()).isEqualTo(place);
        assertThat(answer(place, gateway.getLocalPort())).startsWith("HTTP/1.1 200 ");
        assertThat(answer(place, 1)).startsWith("HTTP/1.1 403 ");
      }
    }
  }

  @Test
  void aSessionWithTheMachinesNetworkHasNone() throws Exception {
    assertThat(SessionNetwork.again(directory, null, NOTHING, Optional::empty)).isNull();
  }

  @Test
  void othersCanNotListItsPlace() throws Exception {
    try (var network =
        SessionNetwork.open(
            directory, null, NOTHING, Optional::empty, URI.create("wss://agent.test/"))) {
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(network.network().directory())))
          .isEqualTo("rwx-----x");
    }
  }

  @Test
  void programsTakeTheMachinesLoopbackToTheFilterOnlyWhereThePolicyNamesIt() throws Exception {
    var gateway = URI.create("wss://agent.test/");
    try (var network = SessionNetwork.open(directory, null, NOTHING, Optional::empty, gateway)) {
      assertThat(network.network().direct()).containsExactly("localhost", "127.0.0.1", "::1");
    }
    var loopback = new NetworkPolicy(true, List.of(new Allow(null, "127.0.0.1", null)));
    try (var network = SessionNetwork.open(directory, null, loopback, Optional::empty, gateway)) {
      assertThat(network.network().direct()).containsExactly("localhost", "::1");
    }
  }

  private static String answer(Path place, int port) throws Exception {
    var socket = UnixDomainSocketAddress.of(place.resolve(Network.SOCKET));
    try (var channel = SocketChannel.open(socket)) {
      var question = "CONNECT 127.0.0.1:%d HTTP/1.1\r\n\r\n".formatted(port);
      channel.write(ByteBuffer.wrap(question.getBytes(StandardCharsets.US_ASCII)));
      var answer = ByteBuffer.allocate(100);
      channel.read(answer);
      return StandardCharsets.US_ASCII.decode(answer.flip()).toString();
    }
  }
}
