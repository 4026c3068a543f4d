package io.agentservice.remote.network;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.frames.ToServer.Denied;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.WebSocket.Listener;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The way out, with a filter that notes what it is asked and answers what the test says. */
@Timeout(200)
class OutletTest {
  private static final URI ELSEWHERE = URI.create("wss://agent.example.com/gateway/sessions/s");

  @TempDir Path directory;
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private ServerSocketChannel filter;
  private volatile String answer = "HTTP/1.1 200 OK\r\n\r\nanswer";
  private Outlet outlet;
  private int port;

  @BeforeEach
  void aFilter() throws Exception {
    filter = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    filter.bind(UnixDomainSocketAddress.of(directory.resolve("filter.sock")));
    Thread.ofVirtual().start(this::accept);
    port = freePort();
  }

  @AfterEach
  void close() throws Exception {
    filter.close();
    if (outlet != null) {
      outlet.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        var visitor = filter.accept();
        Thread.ofVirtual().start(() -> serve(visitor));
      }
    } catch (IOException _) {
      // the end
    }
  }

  /** Answers the first words, then echoes. */
  private void serve(SocketChannel visitor) {
    try (visitor) {
      var buffer = ByteBuffer.allocate(4096);
      visitor.read(buffer);
      heard.add(new String(buffer.array(), 0, buffer.position(), ISO_8859_1));
      visitor.write(ByteBuffer.wrap(answer.getBytes(ISO_8859_1)));
      if (answer.startsWith("HTTP/1.1 200 Connection")) {
        while (visitor.read(buffer.clear()) >= 0) {
          visitor.write(buffer.flip());
        }
      }
    } catch (IOException _) {
      // gone
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  private Outlet open(URI gateway) throws IOException {
    var variables = Map.of(Outlet.SOCKET, directory.resolve("filter.sock").toString());
    outlet = Outlet.open(variables, gateway, port).orElseThrow();
    return outlet;
  }

  private static String ask(int at, String words) throws IOException {
    try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), at)) {
      socket.getOutputStream().write(words.getBytes(ISO_8859_1));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (SocketException _) {
      return ""; // it was closed with something unread
    }
  }

  @Test
  void withTheMachinesNetworkThereIsNone() throws Exception {
    assertThat(Outlet.open(Map.of(), ELSEWHERE, port)).isEmpty();
  }

  @Test
  void whatProgramsSayToItsPortTheFilterHearsAndAnswers() throws Exception {
    open(ELSEWHERE);
    assertThat(ask(port, "GET http://x.test/ HTTP/1.1\r\n\r\n")).endsWith("answer");
    assertThat(heard.take()).isEqualTo("GET http://x.test/ HTTP/1.1\r\n\r\n");
  }

  @Test
  void aFilterThatIsAwayEndsTheConnectionAndTheNextOneIsServed() throws Exception {
    open(ELSEWHERE);
    filter.close();
    Files.delete(directory.resolve("filter.sock"));
    assertThat(ask(port, "")).isEmpty();
    aNewFilter();
    assertThat(ask(port, "GET http://x.test/ HTTP/1.1\r\n\r\n")).endsWith("answer");
  }

  private void aNewFilter() throws IOException {
    filter = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    filter.bind(UnixDomainSocketAddress.of(directory.resolve("filter.sock")));
    Thread.ofVirtual().start(this::accept);
  }

  @Test
  void aGatewayOfTheMachineItselfIsFoundWhereItIs() throws Exception {
    answer = "HTTP/1.1 200 Connection established\r\n\r\n";
    int gateway = freePort();
    open(URI.create("ws://127.0.0.1:" + gateway + "/gateway/sessions/s"));
    assertThat(ask(gateway, "GET /git/ HTTP/1.1\r\n\r\n")).isEqualTo("GET /git/ HTTP/1.1\r\n\r\n");
    assertThat(heard.take()).isEqualTo("CONNECT 127.0.0.1:%d HTTP/1.1\r\n\r\n".formatted(gateway));
    answer = "HTTP/1.1 403 Forbidden\r\n\r\n";
    assertThat(ask(gateway, "GET /git/ HTTP/1.1\r\n\r\n")).isEmpty();
  }

  @Test
  void theRemotesWebsocketGoesByIt() throws Exception {
    answer = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
    try (var client = HttpClient.newBuilder().proxy(open(ELSEWHERE).proxies()).build()) {
      var attempt = client.newWebSocketBuilder().buildAsync(ELSEWHERE, new Listener() {});
      assertThat(heard.take()).startsWith("CONNECT agent.example.com:443 HTTP/1.1\r\n");
      assertThat(attempt).failsWithin(Duration.ofMinutes(2));
    }
  }

  @Test
  void programsLearnOfIt() throws Exception {
    var proxy = "http://127.0.0.1:" + port;
    assertThat(open(ELSEWHERE).variables())
        .containsEntry("http_proxy", proxy)
        .containsEntry("HTTPS_PROXY", proxy)
        .containsEntry("ALL_PROXY", proxy)
        .containsEntry("no_proxy", "localhost,127.0.0.1,::1")
        .extractingByKey("JAVA_TOOL_OPTIONS")
        .asString()
        .contains(
            "-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=" + port,
            "-Dhttp.nonProxyHosts=localhost|127.0.0.1|[::1]");
  }

  @Test
  void eachDenialIsNewsAsOftenAsItIsTriedAgainButNotForEver() throws Exception {
    open(ELSEWHERE);
    for (int tries = 2; tries <= 10; tries += 2) {
      denied("%d\t443\tbad.test\tit does not allow this name\n".formatted(tries));
      assertThat(outlet.news())
          .containsExactly(new Denied("bad.test", 443, "it does not allow this name", 2));
      assertThat(outlet.news()).isEmpty();
    }
    denied("12\t443\tbad.test\tit does not allow this name\n1\t80\tbad.test\tx\n");
    assertThat(outlet.news()).containsExactly(new Denied("bad.test", 80, "x", 1));
  }

  @Test
  void ofManyOnlySomeAreNewsAtOnce() throws Exception {
    open(ELSEWHERE);
    var lines = new StringBuilder("nonsense\n1\tx\ty\tz\n");
    for (int number = 0; number < 30; number++) {
      lines.append("1\t443\tbad%d.test\tx\n".formatted(number));
    }
    denied(lines.toString());
    assertThat(outlet.news()).hasSize(20);
    assertThat(outlet.news()).hasSize(10);
    filter.close();
    assertThat(outlet.news()).isEmpty();
  }

  private void denied(String lines) {
    answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + lines;
  }
}
