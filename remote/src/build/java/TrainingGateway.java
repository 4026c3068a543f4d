import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;

/**
 * A gateway for one short session, which makes the remote load the classes that a real session
 * needs. Just enough websocket for that.
 */
final class TrainingGateway implements AutoCloseable {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  /** A frame to send, and what the answer that ends the step contains. */
  private record Step(String frame, String answer) {}

  private static final Step[] STEPS = {
    new Step("{'type':'welcome','session_id':'s','server_version':'0','environment':{'A':'b'}}", ""),
    new Step(
        "{'type':'exec','id':'c','channel':1,'argv':['sh','-c','echo ok; sleep 0.1'],"
            + "'environment':{'B':'c'},'timeout_millis':9000,'from':0}",
        "'type':'exited'"),
    new Step(
        "{'type':'exec','id':'p','channel':1,'argv':['cat'],'pty':{'rows':24,'columns':80},"
            + "'timeout_millis':300}",
        "'type':'exited'"),
    new Step("{'type':'credit','channel':1,'bytes':3}", ""),
    new Step("{'type':'forget','ids':['c']}", ""),
    new Step("{'type':'write_file','id':'w','path':'a','content':'YQ=='}", "'type':'written'"),
    new Step("{'type':'read_file','id':'r','channel':2,'path':'a'}", "'type':'file'"),
    new Step("{'type':'stat','id':'t','path':'b'}", "'type':'file'"),
    new Step("{'type':'list_files','id':'l','path':'.'}", "'type':'listing'"),
    new Step("{'type':'nonsense','id':'n'}", ""),
    new Step("{'type':'session_end','reason':'exit'}", ""),
  };

  private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

  TrainingGateway() throws IOException {
    server.setSoTimeout(20_000);
    Thread.ofPlatform().daemon().start(this::serve);
  }

  String address() {
    return "ws://127.0.0.1:" + server.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void serve() {
    try (var socket = server.accept()) {
      socket.setSoTimeout(20_000);
      upgrade(socket);
      var in = new DataInputStream(socket.getInputStream());
      readUntil(in, "'type':'hello'");
      for (var step : STEPS) {
        send(socket.getOutputStream(), step.frame());
        readUntil(in, step.answer());
      }
      in.readAllBytes();
    } catch (Exception e) {
      System.err.println("training gateway: " + e);
    }
  }

  private static void upgrade(Socket socket) throws Exception {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) socket.getInputStream().read());
    }
    var key = head.toString().replaceFirst("(?is).*sec-websocket-key: *([^\r]+).*", "$1");
    var digest = MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(ISO_8859_1));
    var answer =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Protocol: agent-remote.v1\r\nSec-WebSocket-Accept: "
            + Base64.getEncoder().encodeToString(digest)
            + "\r\n\r\n";
    socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
  }

  private static void send(OutputStream out, String frame) throws IOException {
    var bytes = frame.replace('\'', '"').getBytes(UTF_8);
    var message = ByteBuffer.allocate(bytes.length + 4).put((byte) 0x81);
    if (bytes.length < 126) {
      message.put((byte) bytes.length);
    } else {
      message.put((byte) 126).putShort((short) bytes.length);
    }
    message.put(bytes).flip();
    out.write(message.array(), 0, message.limit());
  }

  private static void readUntil(DataInputStream in, String wanted) throws IOException {
    while (!wanted.isEmpty()) {
      var first = in.readUnsignedByte();
      var length = in.readUnsignedByte() & 0x7f;
      length = length == 126 ? in.readUnsignedShort() : length;
      var mask = in.readNBytes(4);
      var bytes = in.readNBytes(length);
      for (var i = 0; i < length; i++) {
        bytes[i] ^= mask[i % 4];
      }
      if ((first & 0x0f) == 1 && new String(bytes, UTF_8).contains(wanted.replace('\'', '"'))) {
        return;
      }
    }
  }
}
