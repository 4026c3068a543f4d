package io.agentservice.e2e;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** What a machine has that a session may reach, and what it may not; each answers with a mark. */
final class EgressServers implements AutoCloseable {
  private final String mark;
  private final List<Closeable> open = new ArrayList<>();
  private final Map<String, Object> ports = new TreeMap<>();

  private interface Service {
    void serve(Socket socket) throws IOException;
  }

  EgressServers(String mark, Path directory) throws Exception {
    this.mark = mark;
    int secret = listen(new ServerSocket(0), socket -> answer(socket.getOutputStream(), mark));
    ports.put("SECRET", secret);
    ports.put("GOOD", listen(good(new ServerSocket()), socket -> site(socket, secret)));
    ports.put("ECHO", listen(good(new ServerSocket()), EgressServers::echo));
    ports.put("TLS", listen(good(tls(directory)), this::tls));
    var datagrams = new DatagramSocket();
    open.add(datagrams);
    ports.put("UDP", datagrams.getLocalPort());
    Thread.ofPlatform().daemon().start(() -> datagrams(datagrams));
  }

  /** By the names of the list's variables. */
  Map<String, Object> ports() {
    return ports;
  }

  private static ServerSocket good(ServerSocket socket) throws IOException {
    socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 0));
    return socket;
  }

  private int listen(ServerSocket listening, Service service) {
    open.add(listening);
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          while (!listening.isClosed()) {
            try {
              var socket = listening.accept();
              Thread.ofVirtual().start(() -> serve(socket, service));
            } catch (IOException e) {
              // closed
            }
          }
        });
    return listening.getLocalPort();
  }

  private static void serve(Socket socket, Service service) {
    try (socket) {
      socket.setSoTimeout(30_000);
      service.serve(socket);
    } catch (IOException e) {
      // gone
    }
  }

  private static void answer(OutputStream out, String text) throws IOException {
    var whole =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s\n"
            .formatted(text.length() + 1, text);
    out.write(whole.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Any number of requests; the mark is for who wants it, and for who wants another host. */
  private void site(Socket socket, int secret) throws IOException {
    var in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      var host = "";
      int length = 0;
      for (String header = in.readLine();
          header != null && !header.isEmpty();
          header = in.readLine()) {
        if (header.startsWith("Host: ")) {
          host = header.substring(6);
        } else if (header.startsWith("Content-Length: ")) {
          length = Integer.parseInt(header.substring(16));
        }
      }
      in.skip(length);
      if (line.contains("/redirect")) {
        var away =
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:%d/\r\nContent-Length: 0\r\n\r\n"
                .formatted(secret);
        socket.getOutputStream().write(away.getBytes(StandardCharsets.UTF_8));
      } else if (line.contains("/through.git/")) {
        answer(socket.getOutputStream(), "0".repeat(39) + "1\trefs/heads/" + mark);
      } else {
        boolean ours = host.matches("(good\\.test|127\\.0\\.0\\.2|a\\.b\\.wild\\.test):.*");
        answer(socket.getOutputStream(), line.contains("/through") || !ours ? mark : "nothing");
      }
    }
  }

  private static void echo(Socket socket) throws IOException {
    socket.getInputStream().transferTo(socket.getOutputStream());
  }

  private ServerSocket tls(Path directory) throws Exception {
    var store = directory.resolve("tls.p12");
    var keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "tls",
                "-dname",
                "CN=good.test",
                "-keystore",
                store.toString(),
                "-storepass",
                "password")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.out").toFile())
            .start();
    if (keytool.waitFor() != 0) {
      throw new IOException(Files.readString(directory.resolve("keytool.out")));
    }
    var password = "password".toCharArray();
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(store.toFile(), password), password);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context.getServerSocketFactory().createServerSocket();
  }

  private void tls(Socket socket) throws IOException {
    var session = (ExtendedSSLSession) ((SSLSocket) socket).getSession();
    var names = session.getRequestedServerNames().toString();
    var in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    var line = String.valueOf(in.readLine());
    boolean ours = names.contains("value=good.test");
    answer(socket.getOutputStream(), line.contains("/through") || !ours ? mark : "nothing");
  }

  private void datagrams(DatagramSocket socket) {
    while (!socket.isClosed()) {
      try {
        var question = new DatagramPacket(new byte[100], 100);
        socket.receive(question);
        var bytes = mark.getBytes(StandardCharsets.UTF_8);
        socket.send(new DatagramPacket(bytes, bytes.length, question.getSocketAddress()));
      } catch (IOException e) {
        // closed, or nobody is there
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (var one : open) {
      one.close();
    }
  }
}
