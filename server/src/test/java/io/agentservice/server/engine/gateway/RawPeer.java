package io.agentservice.server.engine.gateway;

import io.agentservice.wire.frames.Frames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A remote that writes its frames itself, and reads nothing after the upgrade. */
record RawPeer(Socket socket) implements AutoCloseable {
  private static final int TEXT = 1;
  private static final int PING = 9;
  private static final int LONGEST_PING = 125;
  private static final int PINGS = 400_000;

  static RawPeer greets(TestGateway app) throws IOException {
    var session = ScriptedSessions.SESSION;
    var address = app.address(session);
    var socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    var peer = new RawPeer(socket);
    peer.upgrade(address.getPath(), ScriptedSessions.token(session, 1));
    var hello = Frames.write(Peer.HELLO).getBytes(StandardCharsets.UTF_8);
    socket.getOutputStream().write(frame(TEXT, hello));
    return peer;
  }

  private void upgrade(String path, String token) throws IOException {
    var request =
        """
        GET %s HTTP/1.1\r
        Host: 127.0.0.1\r
        Authorization: Bearer %s\r
        Connection: Upgrade\r
        Upgrade: websocket\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Protocol: agent-remote.v1\r
        \r
        """
            .formatted(path, token);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    socket.getInputStream().read(); // the first byte of what switches protocols
  }

  /** Until the server takes no more, or all are sent. */
  void pingsWithoutReading() throws IOException {
    var ping = frame(PING, new byte[LONGEST_PING]);
    OutputStream out = socket.getOutputStream();
    try {
      for (int i = 0; i < PINGS; i++) {
        out.write(ping);
      }
    } catch (IOException _) {
      // The server has ended the connection.
    }
  }

  /** With a mask of zeros, which changes nothing. */
  private static byte[] frame(int opcode, byte[] payload) {
    var frame = new ByteArrayOutputStream();
    frame.write(0x80 | opcode);
    if (payload.length > LONGEST_PING) {
      frame.write(0x80 | LONGEST_PING + 1);
      frame.writeBytes(ByteBuffer.allocate(2).putShort((short) payload.length).array());
    } else {
      frame.write(0x80 | payload.length);
    }
    frame.writeBytes(new byte[4]);
    frame.writeBytes(payload);
    return frame.toByteArray();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
