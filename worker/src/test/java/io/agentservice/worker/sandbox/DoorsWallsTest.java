package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.network.pasta.Doors;
import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.network.pasta.Translation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Servers of a session with a network of its own, from the machine. */
class DoorsWallsTest extends WalledIn {
  private static final String SERVER =
      """
      perl -MSocket -e 'my ($family, $address, $port) = @ARGV;
        socket(S, $family, 1, 0); my $at = $family == 2 ? pack_sockaddr_in($port, inet_aton($address)) : pack("S n N x15 C N", 10, $port, 0, 1, 0);
        bind S, $at and listen S, 9 or die; while (accept C, S) { my $line = <C>; syswrite C, "heard $line"; close C }' %d '%s' %d &
      """;

  @Test
  void aServerOfTheSessionIsAtTheSamePortOfTheMachinesLoopbackWhileItListens() throws Exception {
    int one = free();
    int two = free();
    int hidden = free();
    var sandbox = translating();
    var trouble = new LinkedBlockingQueue<String>();
    translation = Translation.to(URI.create("wss://192.0.2.200/"), Loopback.NOTHING);
    var remote =
        start(
            SERVER.formatted(2, "127.0.0.1", one)
                + "first=$!\n"
                + SERVER.formatted(10, "::1", two)
                + SERVER.formatted(2, "0.0.0.0", hidden)
                + "until [ -e go ]; do sleep 0.02; done; kill $first; until [ -e end ]; do sleep 0.02; done",
            sandbox);
    try (var _ = Doors.open(remote.pid(), List.of(hidden), trouble::add)) {
      until(() -> answer(one).equals("heard hello\n"));
      until(() -> answer(two).equals("heard hello\n"));
      assertThat(answer(hidden)).isEmpty();
      work.resolve("go").toFile().createNewFile();
      until(() -> isFree(one));
      assertThat(answer(two)).isEqualTo("heard hello\n");
    }
    until(() -> isFree(two));
    assertThat(trouble).isEmpty();
  }

  private static String answer(int port) {
    try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
      socket.getOutputStream().write("hello\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException _) {
      return "";
    }
  }

  private static boolean isFree(int port) {
    try (var _ = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static int free() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }
}
