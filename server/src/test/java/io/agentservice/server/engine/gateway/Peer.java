package io.agentservice.server.engine.gateway;

import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The remote's side of the protocol, by hand: says what the test says and keeps what it hears. */
final class Peer implements WebSocket.Listener {
  private static final Pattern OF_INSTRUCTIONS =
      Pattern.compile(
          ".*/(AGENTS\\.md|CLAUDE\\.md|\\.cursorrules|copilot-instructions\\.md|SKILL\\.md|skills|\\.git)");

  static final ToServer.Hello HELLO =
      new ToServer.Hello(
          "4f0c1d2a9b33", "linux", "/srv", List.of("exec", "script", "files"), List.of());

  final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  final BlockingQueue<Integer> closes = new LinkedBlockingQueue<>();
  final BlockingQueue<String> pongs = new LinkedBlockingQueue<>();
  final BlockingQueue<String> pings = new LinkedBlockingQueue<>();

  /** It hears no pings any more then, and so answers none. */
  volatile boolean deaf;

  private final StringBuilder part = new StringBuilder();
  final WebSocket socket;

  private Peer(HttpClient client, URI address, String token, String ip) {
    socket =
        client
            .newWebSocketBuilder()
            .header("Authorization", "Bearer " + token)
            .header("X-Forwarded-For", ip)
            .subprotocols("agent-remote.v1")
            .buildAsync(address, this)
            .orTimeout(120, TimeUnit.SECONDS)
            .join();
  }

  /** Connects and says nothing. */
  static Peer connect(HttpClient client, URI address, String token) {
    return connect(client, address, token, "127.0.0.1");
  }

  /** The same behind a proxy that forwards for that address. */
  static Peer connect(HttpClient client, URI address, String token, String ip) {
    return new Peer(client, address, token, ip);
  }

  /** Connects, says hello and hears the welcome. */
  static Peer greeted(HttpClient client, URI address, String token) throws Exception {
    var peer = connect(client, address, token);
    peer.say(HELLO);
    if (!(peer.hear() instanceof ToRemote.Welcome)) {
      throw new AssertionError("no welcome");
    }
    return peer;
  }

  void say(ToServer frame) {
    sayText(Frames.write(frame));
  }

  synchronized void sayText(String text) {
    socket.sendText(text, true).orTimeout(120, TimeUnit.SECONDS).join();
  }

  void output(int channel, long offset, String text) {
    output(channel, offset, text.getBytes(StandardCharsets.UTF_8));
  }

  void output(int channel, long offset, byte[] bytes) {
    sayBinary(new OutputFrame(channel, offset, ByteBuffer.wrap(bytes)).encode());
  }

  synchronized void sayBinary(ByteBuffer bytes) {
    socket.sendBinary(bytes, true).orTimeout(120, TimeUnit.SECONDS).join();
  }

  void exited(String id, int code, long bytes) {
    say(new ToServer.Exited(id, ToServer.Outcome.EXITED, code, 1, bytes, false));
  }

  ToRemote hear() throws InterruptedException {
    var text = heard.poll(120, TimeUnit.SECONDS);
    if (text == null) {
      throw new AssertionError("nothing heard");
    }
    return Frames.readToRemote(text);
  }

  /** Each loop looks for files of instructions first: there are none here. */
  private boolean isAnswered(String text) {
    String asked =
        switch (Frames.readToRemote(text)) {
          case ToRemote.ReadFile read when OF_INSTRUCTIONS.matcher(read.path()).matches() ->
              read.id();
          case ToRemote.ListFiles list when OF_INSTRUCTIONS.matcher(list.path()).matches() ->
              list.id();
          case null, default -> null;
        };
    if (asked != null) {
      Thread.startVirtualThread(
          () -> say(new ToServer.Failed(asked, "not_found", "there is none")));
    }
    return asked != null;
  }

  <F extends ToRemote> F hear(Class<F> type) throws InterruptedException {
    return type.cast(hear());
  }

  int closeCode() throws InterruptedException {
    var code = closes.poll(120, TimeUnit.SECONDS);
    if (code == null) {
      throw new AssertionError("not closed");
    }
    return code;
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
    part.append(data);
    if (last) {
      String text = part.toString();
      part.setLength(0);
      if (!isAnswered(text)) {
        heard.add(text);
      }
    }
    socket.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
    pings.add("ping");
    if (!deaf) {
      socket.request(1);
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
    pongs.add(StandardCharsets.UTF_8.decode(message).toString());
    socket.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
    closes.add(code);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void onError(WebSocket socket, Throwable error) {
    closes.add(1006);
  }
}
