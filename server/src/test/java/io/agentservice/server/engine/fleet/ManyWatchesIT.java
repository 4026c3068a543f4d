package io.agentservice.server.engine.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** As many workers as a fleet has come back at once, as they do when a server was restarted. */
class ManyWatchesIT extends OnOutpost {
  private static final int WATCHES = 500;
  private static final int PATIENCE_MILLIS = 60_000;

  @Test
  void fiveHundredWatchesOpenedAtOnceAreAllServed() throws Exception {
    String cursor = admin.get(AGENTS + "?outpost=" + outpost).ok().text("/cursor");
    var open = new CountDownLatch(WATCHES);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          Stream.<Callable<String>>generate(() -> () -> watch(cursor, open))
              .limit(WATCHES)
              .map(threads::submit)
              .toList();
      assertThat(open.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).as("all answered").isTrue();

      String session = session();

      var seen = new ArrayList<String>();
      for (var answer : answers) {
        seen.add(answer.get());
      }
      assertThat(seen).hasSize(WATCHES).allMatch(event -> event.contains(session), session);
    }
  }

  /** The first event that a watch brings, or the status that it was refused with. */
  private String watch(String cursor, CountDownLatch open) throws IOException {
    var address = URI.create(server.address());
    try (var socket = new Socket()) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), PATIENCE_MILLIS);
      String request =
          "GET %s?watch=true&outpost=%s&cursor=%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
              .formatted(AGENTS, outpost, cursor, TestServer.ADMIN_KEY);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      String status = lines.readLine();
      open.countDown();
      if (status == null || !status.contains(" 200 ")) {
        return "refused: " + status;
      }
      String line = lines.readLine();
      while (line != null && !line.startsWith("data: ")) {
        line = lines.readLine();
      }
      return String.valueOf(line);
    }
  }
}
