package io.agentservice.bench;

import io.agentservice.bench.fixtures.ServerProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;

/** A watch on a plain socket, as cheap as a reader can be: it tells when each event came. */
final class RawWatch implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader lines;

  /** Opened once the server has answered with its head. */
  RawWatch(String cursor) throws IOException {
    var url = ServerProcess.url();
    socket = new Socket(url.getHost(), url.getPort());
    var request =
        """
        GET /opbeta/outposts/agents?watch=true&cursor=%s HTTP/1.1\r
        Host: bench\r
        Authorization: Bearer %s\r
        \r
        """
            .formatted(cursor, ServerProcess.TOKEN);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    lines =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 512);
    String status = lines.readLine();
    if (status == null || !status.contains(" 200 ")) {
      throw new IOException("watch refused: " + status);
    }
    for (String line = status; line != null && !line.isEmpty(); ) {
      line = lines.readLine();
    }
  }

  /** Hands on when each event was read (nanoTime), until the socket is closed. */
  void read(LongConsumer came) {
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          came.accept(System.nanoTime());
        }
      }
    } catch (IOException e) {
      // closed: the measurement is over
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
