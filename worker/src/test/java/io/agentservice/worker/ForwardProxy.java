package io.agentservice.worker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A small real proxy: forwards requests with absolute addresses, one per connection, and opens
 * tunnels. Whatever host is named, it goes to one port of this machine.
 */
final class ForwardProxy implements AutoCloseable {
  private static final byte[] REFUSED =
      bytes(
          """
          HTTP/1.1 407 Log in
          Proxy-Authenticate: Basic realm="proxy"
          Content-Length: 0
          Connection: close

          """
              .replace("\n", "\r\n"));

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final int target;
  private final String login;

  /** First lines without the version, also of what was refused. */
  final Queue<String> requests = new ConcurrentLinkedQueue<>();

  /**
   * Serves until it is closed.
   *
   * @param login the value of Proxy-Authorization that is let through; null lets all through
   */
  ForwardProxy(int target, String login) throws IOException {
    this.target = target;
    this.login = login;
    threads.execute(() -> {
      while (!socket.isClosed()) {
        try {
          var client = socket.accept();
          threads.execute(() -> serve(client));
        } catch (IOException _) {
          return;
        }
      }
    });
  }

  int port() {
    return socket.getLocalPort();
  }

  private void serve(Socket client) {
    try (client;
        var server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      var head = head(client.getInputStream());
      if (head.isEmpty()) {
        return;
      }
      var first = head.substring(0, head.indexOf(" HTTP/1.1"));
      requests.add(first);
      if (login != null && !head.contains("\r\nProxy-Authorization: " + login + "\r\n")) {
        client.getOutputStream().write(REFUSED);
        return;
      }
      if (first.startsWith("CONNECT ")) {
        client.getOutputStream().write(bytes("HTTP/1.1 200 Connected\r\n\r\n"));
      } else {
        var once = head.replaceAll("(?i)\r\n(connection|proxy-authorization):[^\r]*", "");
        once = once.replaceFirst(" http://[^/]+", " ");
        server
            .getOutputStream()
            .write(bytes(once.replaceFirst("\r\n", "\r\nConnection: close\r\n")));
      }
      threads.execute(() -> pump(client, server));
      copy(server.getInputStream(), client.getOutputStream());
    } catch (IOException _) {
      // One side went away; both are closed.
    }
  }

  private static void pump(Socket from, Socket to) {
    try {
      copy(from.getInputStream(), to.getOutputStream());
    } catch (IOException _) {
      // The other direction closes both.
    }
  }

  private static void copy(InputStream in, OutputStream out) throws IOException {
    in.transferTo(out);
  }

  /** Up to the empty line. */
  private static String head(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    while (!bytes.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      bytes.write(next);
    }
    return bytes.toString(ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }
}
