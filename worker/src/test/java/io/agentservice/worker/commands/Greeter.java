package io.agentservice.worker.commands;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.ToRemote;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A gateway that welcomes each remote, and then only listens. */
final class Greeter implements AutoCloseable {
  private static final String KEY = "sec-websocket-key:";
  private static final String OF_EVERY_HANDSHAKE = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int LAST_TEXT = 0x81;

  private final ServerSocket listener;

  Greeter() throws IOException {
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String address() {
    return "ws://127.0.0.1:" + listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        var remote = listener.accept();
        Thread.ofVirtual().start(() -> greet(remote));
      } catch (IOException _) {
        return; // closed
      }
    }
  }

  private static void greet(Socket remote) {
    try (remote) {
      upgrade(remote.getInputStream(), remote.getOutputStream());
      var welcome = new ToRemote.Welcome("agent-1", "test", Map.of(), null, null, List.of());
      send(remote.getOutputStream(), Frames.write(welcome).getBytes(UTF_8));
      remote.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      // It has gone.
    }
  }

  private static void upgrade(InputStream in, OutputStream out) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(in, ISO_8859_1));
    String key = "";
    for (var line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
      if (line.regionMatches(true, 0, KEY, 0, KEY.length())) {
        key = line.substring(KEY.length()).strip();
      }
    }
    var answer =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Protocol: agent-remote.v1\r\nSec-WebSocket-Accept: "
            + accepted(key)
            + "\r\n\r\n";
    out.write(answer.getBytes(ISO_8859_1));
  }

  private static String accepted(String key) {
    try {
      var digest = MessageDigest.getInstance("SHA-1");
      return Base64.getEncoder()
          .encodeToString(digest.digest((key + OF_EVERY_HANDSHAKE).getBytes(ISO_8859_1)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One frame of up to 125 bytes, as a welcome without variables is. */
  private static void send(OutputStream out, byte[] text) throws IOException {
    if (text.length > 125) {
      throw new IllegalArgumentException("too long: " + text.length);
    }
    out.write(LAST_TEXT);
    out.write(text.length);
    out.write(text);
    out.flush();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
