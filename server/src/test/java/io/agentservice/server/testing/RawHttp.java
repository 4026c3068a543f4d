package io.agentservice.server.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A connection on which a test says byte for byte what a client library would refuse to. */
public final class RawHttp implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;

  /** Small, so that whoever sends a long answer waits for its reader. */
  private static final int BUFFER_BYTES = 4096;

  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)");

  private final Socket socket;

  private RawHttp(Socket socket) {
    this.socket = socket;
  }

  public static RawHttp connect(String address) throws IOException {
    var uri = URI.create(address);
    var socket = new Socket();
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setReceiveBufferSize(BUFFER_BYTES);
    socket.connect(new InetSocketAddress(InetAddress.getByName(uri.getHost()), uri.getPort()));
    return new RawHttp(socket);
  }

  /** Sends the text, one byte for each character. */
  public RawHttp send(String text) throws IOException {
    return send(text.getBytes(ISO_8859_1));
  }

  public RawHttp send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** The next answer. */
  public Reply reply() throws IOException {
    var head = readUntil("\r\n\r\n");
    var length = LENGTH.matcher(head);
    byte[] body =
        length.find()
            ? socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)))
            : new byte[0];
    return new Reply(
        Integer.parseInt(head.split(" ", 3)[1]), headers(head), new String(body, UTF_8));
  }

  /** Whether the server has nothing further to say and closes. */
  public boolean isClosed() throws IOException {
    return socket.getInputStream().read() < 0;
  }

  /** Hangs up without a goodbye: the server sees a reset. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private String readUntil(String end) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith(end)) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new IOException("closed after \"" + head.toString(ISO_8859_1) + "\"");
      }
      head.write(next);
    }
    return head.toString(ISO_8859_1);
  }

  private static HttpHeaders headers(String head) {
    var headers = new LinkedHashMap<String, List<String>>();
    head.lines()
        .skip(1)
        .filter(line -> line.contains(":"))
        .forEach(line -> {
          var parts = line.split(":", 2);
          headers
              .computeIfAbsent(parts[0].toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
              .add(parts[1].strip());
        });
    return HttpHeaders.of(headers, (_, _) -> true);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
