package io.agentservice.worker.network;

import io.agentservice.worker.network.RequestHead.MalformedException;
import io.agentservice.worker.network.policy.LivePolicy;
import io.agentservice.worker.network.policy.Policy;
import io.agentservice.worker.network.policy.Policy.Way;
import io.agentservice.worker.network.policy.Refusal;
import io.agentservice.worker.network.policy.Target;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client: a tunnel ({@code CONNECT}), one request ({@code GET http://...}), or
 * a question: what was denied ({@code GET /denied}), whether the policy names a host by now ({@code
 * GET /names/HOST}: {@code yes} or {@code no}).
 */
final class Visit implements AutoCloseable {
  private static final String NAMES = "/names/";

  private final SocketChannel client;
  private final Incoming in;
  private final LivePolicy policy;
  private final Policy.Resolver resolver;
  private final Denials denials;
  private final Limits limits;
  private final Alarm alarm = new Alarm(this::close);
  private volatile @Nullable SocketChannel server;
  private volatile boolean closed;
  private boolean answered;

  Visit(
      SocketChannel client,
      LivePolicy policy,
      Policy.Resolver resolver,
      Denials denials,
      Limits limits) {
    this.client = client;
    this.in = new Incoming(client);
    this.policy = policy;
    this.resolver = resolver;
    this.denials = denials;
    this.limits = limits;
  }

  /** Until it is over. */
  void serve() {
    try {
      alarm.set(limits.head());
      serve(RequestHead.read(in));
    } catch (Refusal refusal) {
      denials.add(refusal);
      answer(
          "403 Forbidden",
          "%s:%d is refused by the session's network policy: %s\n"
              .formatted(refusal.host(), refusal.port(), refusal.reason()));
    } catch (MalformedException e) {
      answer("400 Bad Request", e.getMessage() + "\n");
    } catch (UnknownHostException e) {
      answer("502 Bad Gateway", "This name has no address: " + e.getMessage() + "\n");
    } catch (SocketTimeoutException _) {
      answer("504 Gateway Timeout", "No answer in time\n");
    } catch (EOFException _) {
      // It has gone.
    } catch (IOException e) {
      answer("502 Bad Gateway", "No connection: " + e.getMessage() + "\n");
    } finally {
      close();
    }
  }

  private void serve(RequestHead head) throws Refusal, IOException {
    if (head.method().equals("CONNECT")) {
      tunnel(Target.of(head.target(), 443));
    } else if (head.target().equals("/denied")) {
      answer("200 OK", denials.lines());
    } else if (head.target().startsWith(NAMES)) {
      var asked = Target.of(head.target().substring(NAMES.length()), 80);
      answer("200 OK", policy.refreshed().names(asked.host()) ? "yes\n" : "no\n");
    } else if (head.target().regionMatches(true, 0, "http://", 0, 7)) {
      var address = head.target().substring(7);
      int end = address.replaceFirst("[/?#].*", "").length();
      var target = Target.of(address.substring(0, end), 80);
      var path = address.substring(end);
      var way = policy.policy().way(target, resolver);
      checkHost(head, target);
      forward(head, path.startsWith("/") ? path : "/" + path, target, connect(way, target));
    } else {
      throw new MalformedException();
    }
  }

  private void tunnel(Target target) throws Refusal, IOException {
    var way = policy.policy().way(target, resolver);
    var to = connect(way, target);
    answered = true;
    Incoming.write(client, text("HTTP/1.1 200 Connection established\r\n\r\n"));
    if (!way.byName()) {
      relay(to);
      return;
    }
    while (in.ahead().limit() == 0) {
      in.more();
    }
    if (in.ahead().get(0) == ClientHello.HANDSHAKE) {
      checkHello(target);
      relay(to);
    } else {
      var head = inner(target);
      checkHost(head, target);
      forward(head, head.target(), target, to);
    }
  }

  private RequestHead inner(Target target) throws Refusal, IOException {
    try {
      var head = RequestHead.read(in);
      if (!head.target().startsWith("/")) {
        throw new MalformedException();
      }
      return head;
    } catch (MalformedException _) {
      throw target.refusal("it allows this name for TLS and HTTP, and this is neither");
    }
  }

  private void checkHello(Target target) throws Refusal, IOException {
    var hello = ClientHello.of(in.ahead());
    while (hello instanceof ClientHello.Incomplete) {
      in.more();
      hello = ClientHello.of(in.ahead());
    }
    if (!(hello instanceof ClientHello.Whole(var name))) {
      throw target.refusal("it allows this name for TLS and HTTP, and this is neither");
    }
    if (name == null && target.host().contains(".")) {
      throw target.refusal("TLS does not say which name it wants");
    }
    if (name != null && !name.replaceFirst("\\.$", "").equals(target.host())) {
      throw target.refusal("TLS wants another name: " + Target.shown(name));
    }
  }

  private static void checkHost(RequestHead head, Target target)
      throws Refusal, MalformedException {
    var host = head.one("Host");
    if (host.isPresent()) {
      var named = Target.of(host.get(), target.port());
      if (!named.host().equals(target.host()) || named.port() != target.port()) {
        throw target.refusal("the request wants another name: " + Target.shown(host.get()));
      }
    }
  }

  private SocketChannel connect(Way way, Target target) throws IOException {
    IOException failure = null;
    for (var address : way.addresses()) {
      try {
        return connect(address, target.port());
      } catch (IOException e) {
        failure = e;
      }
    }
    throw failure == null ? new UnknownHostException(target.host()) : failure;
  }

  private SocketChannel connect(InetAddress address, int port) throws IOException {
    alarm.off();
    var channel = SocketChannel.open();
    server = channel;
    try {
      if (closed) {
        throw new EOFException();
      }
      var millis = (int) limits.connect().toMillis();
      channel.socket().connect(new InetSocketAddress(address, port), millis);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      alarm.set(limits.head());
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** One request and its answer, after which the connection ends. */
  private void forward(RequestHead head, String path, Target target, SocketChannel to)
      throws IOException {
    alarm.off();
    var host = target.host().contains(":") ? "[" + target.host() + "]" : target.host();
    head.framing(); // malformed before anything is sent
    answered = true;
    var direct = head.direct(path, target.port() == 80 ? host : host + ":" + target.port());
    Incoming.write(to, ByteBuffer.wrap(direct));
    var answer = back(to, this::close);
    both(
        answer,
        () -> {
          Body.pass(head, in, to);
          in.drain();
        });
  }

  private void relay(SocketChannel to) throws IOException {
    alarm.off();
    var answer = back(to, client::shutdownOutput);
    both(
        answer,
        () -> {
          in.passAll(to);
          to.shutdownOutput();
        });
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Passes on what the server sends, until its end. */
  private Thread back(SocketChannel from, Step atTheEnd) {
    return Thread.ofVirtual()
        .name("network answer")
        .start(() -> {
          try {
            new Incoming(from).passAll(client);
            atTheEnd.run();
          } catch (IOException _) {
            close();
          }
        });
  }

  private void both(Thread answer, Step question) {
    try {
      question.run();
      alarm.set(limits.halfClosed());
    } catch (IOException _) {
      close();
    }
    try {
      answer.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nothing once something else was answered. */
  private void answer(String status, String body) {
    if (!answered) {
      answered = true;
      var bytes = body.getBytes(StandardCharsets.UTF_8);
      var head =
          "HTTP/1.1 %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
              .formatted(status, bytes.length);
      try {
        Incoming.write(client, text(head));
        Incoming.write(client, ByteBuffer.wrap(bytes));
      } catch (IOException _) {
        // It has gone.
      }
    }
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Override
  public void close() {
    closed = true;
    alarm.off();
    closeQuietly(client);
    closeQuietly(server);
  }

  private static void closeQuietly(@Nullable SocketChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException _) {
      // It is not used any more.
    }
  }
}
