package io.agentservice.remote.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.fail;

import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.java_websocket.WebSocket;
import org.java_websocket.WebSocketImpl;
import org.java_websocket.drafts.Draft;
import org.java_websocket.drafts.Draft_6455;
import org.java_websocket.exceptions.InvalidDataException;
import org.java_websocket.framing.CloseFrame;
import org.java_websocket.framing.Framedata;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.handshake.ServerHandshakeBuilder;
import org.java_websocket.protocols.Protocol;
import org.java_websocket.server.DefaultSSLWebSocketServerFactory;
import org.java_websocket.server.WebSocketServer;

/**
 * The gateway's side of the protocol, on a real socket: keeps every frame that came and says what
 * the test wants. It gives credit for all output unless told not to.
 */
public final class FakeGateway extends WebSocketServer implements AutoCloseable {
  public static final String TOKEN = "agc_very-secret";

  /**
   * A cut that comes together with the last bytes is sometimes missed by the JDK's websocket, and
   * then noticed by the second ping after it, 30 s later; a remote has 45 s to notice one.
   */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final String REFUSAL =
      "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

  private final CountDownLatch listening = new CountDownLatch(1);
  private final List<ToServer> frames = new ArrayList<>();
  private final Map<Integer, ByteArrayOutputStream> output = new HashMap<>();
  private final List<String> faults = new ArrayList<>();
  private final boolean secure;
  private final String session = "agent-" + RemoteUnderTest.marker();
  private WebSocket connection;
  private int connections;
  private boolean credits = true;
  private boolean welcomes = true;
  private boolean silent;
  private boolean refuses;
  private int refusals;
  private int closesWith;
  private Map<String, String> environment = Map.of();
  private List<String> gitHosts = List.of();
  private Integer graceSeconds;
  private Integer silenceSeconds;

  /** Listens on a free port of the loopback. */
  public FakeGateway() throws InterruptedException {
    this(null);
  }

  /** With TLS unless the context is null. */
  public FakeGateway(SSLContext tls) throws InterruptedException {
    super(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        1,
        List.<Draft>of(new Draft_6455(List.of(), List.of(new Protocol("agent-remote.v1")))));
    secure = tls != null;
    if (secure) {
      setWebSocketFactory(new DefaultSSLWebSocketServerFactory(tls));
    }
    setReuseAddr(true);
    setDaemon(true);
    start();
    if (!listening.await(120, TimeUnit.SECONDS)) {
      fail("the fake gateway does not start");
    }
  }

  /** Its session, which no other gateway serves: a remote that ends kills all of its session. */
  public String session() {
    return session;
  }

  public String address() {
    return (secure ? "wss" : "ws") + "://127.0.0.1:" + getPort();
  }

  /** Variables for the welcome of later connections. */
  public synchronized void giveEnvironment(Map<String, String> variables) {
    environment = variables;
  }

  /** Hosts of git for the welcome of later connections. */
  public synchronized void giveGitHosts(String... hosts) {
    gitHosts = List.of(hosts);
  }

  /** Grace time for the welcome of later connections. */
  public synchronized void giveGrace(int seconds) {
    graceSeconds = seconds;
  }

  /** Time of silence for the welcome of later connections. */
  public synchronized void giveSilence(int seconds) {
    silenceSeconds = seconds;
  }

  /** From now on nothing that comes is answered, pings neither. */
  public synchronized void fallSilent() {
    silent = true;
  }

  /** From now on who connects is told, at the same address, that the service can't serve now. */
  public synchronized void refuse() {
    refuses = true;
  }

  /** From now on each connection is closed as soon as it is there. */
  public synchronized void closeAtOnce(int code) {
    closesWith = code;
  }

  /** So many connections came. */
  public void awaitConnections(int number) {
    await("connection " + number, () -> connections >= number);
  }

  /** So many tries to connect were refused. */
  public void awaitRefusals(int number) {
    await("refusal " + number, () -> refusals >= number);
  }

  /** From now on output is not acknowledged by itself. */
  public synchronized void holdCredit() {
    credits = false;
  }

  /** Later connections get no welcome before {@link #welcome}. */
  public synchronized void holdWelcome() {
    welcomes = false;
  }

  /** Welcomes the remote that is connected. */
  public synchronized void welcome() {
    send(
        new ToRemote.Welcome(session, "test", environment, graceSeconds, silenceSeconds, gitHosts));
  }

  public synchronized void send(ToRemote frame) {
    connection.send(Frames.write(frame));
  }

  public synchronized void sendText(String text) {
    connection.send(text);
  }

  /** Cuts the connection without a close frame, as a broken network does. */
  public synchronized void cut() {
    if (((WebSocketImpl) connection).getChannel() instanceof SocketChannel socket) {
      try {
        socket.shutdownOutput(); // closing waits for the selector, which nothing may wake
      } catch (IOException _) {
        // It is closed by now.
      }
    }
    connection.closeConnection(CloseFrame.ABNORMAL_CLOSE, "cut");
  }

  public synchronized void close(int code) {
    connection.close(code);
  }

  /** The n-th connection (from 1) has said hello. */
  public ToServer.Hello awaitHello(int number) {
    await("connection " + number, () -> connections >= number && hellos().size() >= number);
    return hellos().get(number - 1);
  }

  /** The first frame of a kind that fulfils the condition. */
  public <F extends ToServer> F await(Class<F> kind, Predicate<F> condition) {
    await(kind.getSimpleName(), () -> find(kind, condition) != null);
    return find(kind, condition);
  }

  /** So many frames of a kind, once they have come. */
  public <F extends ToServer> List<F> awaitAll(Class<F> kind, int number) {
    await(number + " of " + kind.getSimpleName(), () -> all(kind).size() >= number);
    return all(kind);
  }

  public ToServer.Exited awaitExited(String id) {
    return await(ToServer.Exited.class, exited -> exited.id().equals(id));
  }

  public ToServer.Failed awaitFailed(String id) {
    return await(ToServer.Failed.class, failed -> failed.id().equals(id));
  }

  /** The first answer of the browser to a request. */
  public ToServer awaitAnswer(String id) {
    return await(
        ToServer.class,
        frame ->
            (frame instanceof ToServer.Browsed browsed && browsed.id().equals(id))
                || (frame instanceof ToServer.Failed failed && failed.id().equals(id)));
  }

  /** Waits until the channel's output contains the text. */
  public void awaitOutput(int channel, String text) {
    await("output '" + text + "'", () -> output(channel).contains(text));
  }

  public synchronized String output(int channel) {
    return new String(bytes(channel), StandardCharsets.UTF_8);
  }

  public synchronized byte[] bytes(int channel) {
    var bytes = output.get(channel);
    return bytes == null ? new byte[0] : bytes.toByteArray();
  }

  public synchronized <F extends ToServer> List<F> all(Class<F> kind) {
    return frames.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private List<ToServer.Hello> hellos() {
    return all(ToServer.Hello.class);
  }

  private <F extends ToServer> F find(Class<F> kind, Predicate<F> condition) {
    return all(kind).stream().filter(condition).findFirst().orElse(null);
  }

  private interface Condition {
    boolean holds();
  }

  private synchronized void await(String what, Condition condition) {
    var deadline = System.nanoTime() + LIMIT.toNanos();
    try {
      while (!condition.holds() && faults.isEmpty()) {
        var left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          fail("no " + what + " came; got " + frames);
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (!faults.isEmpty()) {
      fail(faults.toString());
    }
  }

  /** The library has no answer of this status: what it writes after ours, nobody reads. */
  @Override
  public synchronized ServerHandshakeBuilder onWebsocketHandshakeReceivedAsServer(
      WebSocket socket, Draft draft, ClientHandshake request) throws InvalidDataException {
    if (!refuses) {
      return super.onWebsocketHandshakeReceivedAsServer(socket, draft, request);
    }
    try {
      ((WebSocketImpl) socket).getChannel().write(ByteBuffer.wrap(REFUSAL.getBytes(US_ASCII)));
    } catch (IOException e) {
      faults.add("can't refuse: " + e);
    }
    refusals++;
    notifyAll();
    throw new InvalidDataException(CloseFrame.TRY_AGAIN_LATER);
  }

  @Override
  public synchronized void onOpen(WebSocket socket, ClientHandshake request) {
    if (!request.getFieldValue("Authorization").equals("Bearer " + TOKEN)
        || !request.getResourceDescriptor().equals("/sessions/" + session)) {
      faults.add("refused: " + request.getResourceDescriptor());
    }
    connection = socket;
    connections++;
    notifyAll();
    if (closesWith > 0) {
      socket.close(closesWith);
    }
  }

  @Override
  public synchronized void onMessage(WebSocket socket, String message) {
    var frame = Frames.readToServer(message);
    frames.add(frame);
    if (frame instanceof ToServer.Hello && welcomes && closesWith == 0) {
      welcome();
    }
    notifyAll();
  }

  @Override
  public synchronized void onMessage(WebSocket socket, ByteBuffer message) {
    var frame = OutputFrame.decode(message);
    var sink = output.computeIfAbsent(frame.channel(), c -> new ByteArrayOutputStream());
    if (frame.offset() != sink.size()) {
      faults.add("offset " + frame.offset() + " after " + sink.size() + " bytes");
    }
    var bytes = new byte[frame.bytes().remaining()];
    frame.bytes().get(bytes);
    sink.writeBytes(bytes);
    if (credits) {
      send(new ToRemote.Credit(frame.channel(), bytes.length));
    }
    notifyAll();
  }

  /** Asked by the reader of frames. */
  @Override
  public synchronized void onWebsocketPing(WebSocket socket, Framedata ping) {
    if (!silent) {
      super.onWebsocketPing(socket, ping);
    }
  }

  @Override
  public void onClose(WebSocket socket, int code, String reason, boolean remote) {}

  @Override
  public void onError(WebSocket socket, Exception e) {}

  @Override
  public void onStart() {
    listening.countDown();
  }

  @Override
  public void close() {
    try {
      stop(1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
