package io.agentservice.server.engine.gateway.connection;

import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The requests under way on one connection, matched with answers by id and bytes by channel. */
final class Exchanges {
  /** The connection's end ends it, and silence ends the connection. */
  static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final RemoteSocket socket;
  private final Map<String, PendingResponse> waiting = new ConcurrentHashMap<>();
  private final Map<Integer, PendingResponse> channels = new ConcurrentHashMap<>();
  private final AtomicInteger lastChannel = new AtomicInteger();
  private final AtomicInteger lastRequest = new AtomicInteger();

  Exchanges(RemoteSocket socket) {
    this.socket = socket;
  }

  int nextChannel() {
    return lastChannel.incrementAndGet();
  }

  /** Ids of requests that nobody journals; those of commands do not start with an underscore. */
  String nextRequest() {
    return "_" + lastRequest.incrementAndGet();
  }

  ToServer ask(PendingResponse exchange, ToRemote request) {
    var answer = ask(exchange, request, FOR_EVER);
    if (answer == null) {
      throw new IllegalStateException("no answer to " + exchange.id());
    }
    return answer;
  }

  /** Null when there is no answer within the time. */
  @Nullable ToServer ask(PendingResponse exchange, ToRemote request, Duration patience) {
    var text = Frames.write(request);
    if (text.length() > Frames.MAX_TEXT_BYTES
        || text.getBytes(StandardCharsets.UTF_8).length > Frames.MAX_TEXT_BYTES) {
      return new ToServer.Failed(exchange.id(), "too_large", "the request is too large to be sent");
    }
    enter(exchange);
    if (exchange.channel() != 0) {
      channels.put(exchange.channel(), exchange);
    }
    try {
      socket.send(text);
      return exchange.await(patience);
    } finally {
      leave(exchange);
      channels.remove(exchange.channel(), exchange);
    }
  }

  /** From now on answers of its id are its. */
  void enter(PendingResponse exchange) {
    if (waiting.putIfAbsent(exchange.id(), exchange) != null) {
      throw new IllegalStateException("request " + exchange.id() + " is under way already");
    }
  }

  void leave(PendingResponse exchange) {
    waiting.remove(exchange.id(), exchange);
  }

  /** That of a request under way; 0 for none. */
  int channel(String id) {
    var exchange = waiting.get(id);
    return exchange == null ? 0 : exchange.channel();
  }

  void started(String id) {
    var exchange = waiting.get(id);
    if (exchange != null) {
      exchange.start();
    }
  }

  void answer(String id, ToServer answer) {
    var exchange = waiting.get(id);
    if (exchange != null) {
      exchange.answer(answer);
    }
  }

  void failed(ToServer.Failed failed) {
    var exchange = waiting.get(failed.id());
    if (exchange != null && !exchange.outlives(failed)) {
      exchange.answer(failed);
    }
  }

  void exited(ToServer.Exited exited) {
    var exchange = waiting.get(exited.id());
    if (exchange == null || exchange.repairing()) {
      return; // of a stream that nobody follows any more
    }
    var inflow = exchange.inflow();
    if (inflow != null && inflow.next() < exited.outputBytes()) {
      repair(exchange, inflow);
    } else {
      exchange.answer(exited);
    }
  }

  void bytes(ByteBuffer message) {
    var frame = OutputFrame.decode(message);
    var exchange = channels.get(frame.channel());
    var inflow = exchange == null ? null : exchange.inflow();
    if (exchange == null || inflow == null) {
      return; // late bytes of a stream that is over
    }
    try {
      if (!inflow.take(frame)) {
        repair(exchange, inflow);
        return;
      }
    } catch (RuntimeException e) { // of the caller's sink: it is the caller's to handle
      channels.remove(frame.channel(), exchange);
      exchange.fail(e);
      return;
    }
    long credit = inflow.credit();
    if (credit > 0) {
      socket.sendAtOnce(Frames.write(new ToRemote.Credit(frame.channel(), credit)));
    }
  }

  /** Bytes are missing: has a command's output sent again from there on, on a new channel. */
  private void repair(PendingResponse exchange, ChannelInput inflow) {
    channels.remove(exchange.channel(), exchange);
    if (!exchange.started() || inflow.isHeld()) { // a file, a desktop, what was never said to run
      exchange.answer(new ToServer.Failed(exchange.id(), "io", "bytes were lost on the way"));
      return;
    }
    int channel = nextChannel();
    if (!exchange.repair(channel)) {
      socket.end(CloseReason.GARBLED);
      return;
    }
    inflow.restart();
    channels.put(channel, exchange);
    socket.sendAtOnce(Frames.write(new ToRemote.Attach(exchange.id(), channel, inflow.next())));
  }

  /** The connection has ended. */
  void fail() {
    var cause = new MachineLostException("the connection to the remote has ended");
    waiting.values().forEach(exchange -> exchange.fail(cause));
  }
}
