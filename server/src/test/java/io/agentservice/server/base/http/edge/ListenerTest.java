package io.agentservice.server.base.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

class ListenerTest {
  private static final int CALLERS = 600;
  private static final int PATIENCE_MILLIS = 20_000;

  @Test
  void hundredsMayConnectBeforeTheFirstIsAccepted() throws IOException {
    try (var connector =
        HttpServer.connector(
            new Server(), new HttpConfiguration(), "127.0.0.1", 0, Duration.ofSeconds(30))) {
      connector.open(); // listens, and accepts nobody
      var address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), connector.getLocalPort());
      var callers = new ArrayList<Socket>();
      try {
        for (int i = 0; i < CALLERS; i++) {
          var caller = new Socket();
          callers.add(caller);
          caller.connect(address, PATIENCE_MILLIS);
        }
        assertThat(callers).allMatch(Socket::isConnected);
      } finally {
        for (var caller : callers) {
          caller.close();
        }
      }
    }
  }
}
