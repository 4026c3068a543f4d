package io.agentservice.server.engine.gateway.connection;

import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The machine at the other end of one connection: requests out, answers and bytes in, matched by id
 * and channel.
 */
public final class RemoteConnection implements Machine, RemoteSocket.Handler {
  private static final Set<String> SIGNALS = Set.of("INT", "TERM", "KILL");

  /** Of the network, until the next call's result tells of them. */
  private static final int MOST_DENIED = 100;

  private final RemoteSocket socket;
  private final Runnable onOpen;
  private final GitQuestions git;
  private final Exchanges exchanges;
  private final CountDownLatch greeted = new CountDownLatch(1);
  private final Queue<ToServer.Denied> denied = new ConcurrentLinkedQueue<>();
  private volatile ToServer.@Nullable Hello hello;

  public RemoteConnection(GatewaySettings settings, Runnable onOpen, GitQuestions git) {
    this.socket = new RemoteSocket(this, settings);
    this.exchanges = new Exchanges(socket);
    this.onOpen = onOpen;
    this.git = git;
  }

  public RemoteSocket socket() {
    return socket;
  }

  /** The remote's first frame; null when the connection ended or the time passed without one. */
  public ToServer.@Nullable Hello awaitHello(Duration time) throws InterruptedException {
    var _ = greeted.await(time.toMillis(), TimeUnit.MILLISECONDS);
    return hello;
  }

  public void welcome(ToRemote.Welcome welcome) {
    socket.send(Frames.write(welcome));
  }

  @Override
  public ToServer.Hello hello() {
    var said = hello;
    if (said == null) {
      throw new IllegalStateException("no hello yet");
    }
    return said;
  }

  @Override
  public ToServer.Exited exec(String id, String script, long timeoutMillis, Output output) {
    var exchange = new PendingResponse(id, exchanges.nextChannel(), new ChannelInput(0, output));
    return switch (exchanges.ask(
        exchange, Scripts.exec(hello(), id, exchange.channel(), script, timeoutMillis))) {
      case ToServer.Exited exited -> exited;
      case ToServer.Failed failed -> Answers.refused(exchange, failed, output);
      case ToServer other -> throw Answers.unexpected(id, other);
    };
  }

  @Override
  public ToServer.@Nullable Exited attach(String id, Output output) {
    var exchange = new PendingResponse(id, exchanges.nextChannel(), new ChannelInput(0, output));
    return switch (exchanges.ask(exchange, new ToRemote.Attach(id, exchange.channel(), 0))) {
      case ToServer.Exited exited -> exited;
      case ToServer.Failed failed when failed.code().equals("unknown_command") -> null;
      case ToServer.Failed _ -> Answers.lost(exchange);
      case ToServer other -> throw Answers.unexpected(id, other);
    };
  }

  @Override
  public ToServer.@Nullable Exited begin(
      String id, String script, boolean input, Duration patience, Output output) {
    var exchange = new PendingResponse(id, exchanges.nextChannel(), new ChannelInput(0, output));
    var command = Scripts.exec(hello(), id, exchange.channel(), script, 0);
    return switch (exchanges.ask(exchange, input ? command.withInput() : command, patience)) {
      case null -> null;
      case ToServer.Exited exited -> exited;
      case ToServer.Failed failed -> Answers.refused(exchange, failed, output);
      case ToServer other -> throw Answers.unexpected(id, other);
    };
  }

  @Override
  public @Nullable Written output(String id, long from, int limit, Duration wait) {
    var bytes = new ByteArrayOutputStream();
    var inflow =
        ChannelInput.fromAnywhere(
            (_, piece) -> // no more than asked for, whatever the remote sends
            bytes.write(piece, 0, Math.min(piece.length, limit - bytes.size())));
    var exchange = new PendingResponse(exchanges.nextRequest(), exchanges.nextChannel(), inflow);
    var request =
        new ToRemote.ReadOutput(
            exchange.id(), exchange.channel(), id, from, limit, wait.toMillis());
    return switch (exchanges.ask(exchange, request)) {
      case ToServer.Progress progress ->
          new Written(
              progress.from(),
              ByteBuffer.wrap(bytes.toByteArray()),
              progress.size(),
              progress.end());
      case ToServer.Failed failed when failed.code().equals("unknown_command") -> null;
      case ToServer other -> throw Answers.unexpected(exchange.id(), other);
    };
  }

  /** A refusal comes before the answer to a question that was sent after the input. */
  @Override
  public @Nullable String feed(String id, byte[] bytes, boolean end) {
    var exchange = new PendingResponse(id, 0, null);
    exchanges.enter(exchange);
    try {
      input(id, bytes, end);
      if (output(id, NO_OUTPUT, 0, Duration.ZERO) == null) {
        return "the machine does not know it any more";
      }
      return exchange.await(Duration.ZERO) instanceof ToServer.Failed failed
          ? failed.message()
          : null;
    } finally {
      exchanges.leave(exchange);
    }
  }

  @Override
  public void signal(String id, String signal) {
    if (!SIGNALS.contains(signal)) {
      throw new IllegalArgumentException("signal " + signal);
    }
    socket.send(Frames.write(new ToRemote.Signal(id, signal)));
  }

  @Override
  public void forget(List<String> ids) {
    socket.send(Frames.write(new ToRemote.Forget(ids)));
  }

  @Override
  public FileContent readFile(String path, long offset, long limit) {
    return Objects.requireNonNull(read(path, offset, limit, false, Exchanges.FOR_EVER));
  }

  @Override
  public @Nullable FileContent showFile(String path, long limit, Duration patience) {
    return read(path, 0, limit, true, patience);
  }

  private @Nullable FileContent read(
      String path, long offset, long limit, boolean within, Duration patience) {
    var bytes = new FileBytes(offset, limit);
    var exchange =
        new PendingResponse(exchanges.nextRequest(), exchanges.nextChannel(), bytes.input());
    var request =
        new ToRemote.ReadFile(
            exchange.id(), exchange.channel(), path, offset, bytes.limit(), within);
    var answer = exchanges.ask(exchange, request, patience);
    return answer == null ? null : bytes.content(exchange.id(), answer);
  }

  @Override
  public ToServer writeFile(ToRemote.WriteFile request) {
    return exchanges.ask(new PendingResponse(request.id(), 0, null), request);
  }

  @Override
  public ToServer listFiles(String path, long limit) {
    var exchange = new PendingResponse(exchanges.nextRequest(), 0, null);
    return exchanges.ask(exchange, new ToRemote.ListFiles(exchange.id(), path, limit));
  }

  @Override
  public @Nullable ToServer showFiles(String path, long limit, Duration patience) {
    var exchange = new PendingResponse(exchanges.nextRequest(), 0, null);
    return exchanges.ask(
        exchange, new ToRemote.ListFiles(exchange.id(), path, limit, true), patience);
  }

  @Override
  public ToServer browse(ToRemote.Browse request) {
    return exchanges.ask(new PendingResponse(request.id(), 0, null), request);
  }

  @Override
  public ToServer desktop(String id, Runnable started, Output output) {
    var inflow = ChannelInput.held(output);
    var exchange = PendingResponse.talking(id, exchanges.nextChannel(), inflow, started);
    return exchanges.ask(exchange, new ToRemote.Desktop(id, exchange.channel()));
  }

  @Override
  public void taken(String id, long bytes) {
    int channel = exchanges.channel(id);
    if (channel != 0) {
      socket.send(Frames.write(new ToRemote.Credit(channel, bytes)));
    }
  }

  @Override
  public ToServer terminal(Program program, Runnable started, Output output) {
    String id = program.id();
    var inflow = new ChannelInput(0, output);
    var exchange = PendingResponse.talking(id, exchanges.nextChannel(), inflow, started);
    return exchanges.ask(
        exchange,
        new ToRemote.Exec(
            id, exchange.channel(), program.argv(), program.cwd(), Map.of(), 0, 0, program.size()));
  }

  @Override
  public void resize(String id, ToRemote.PtySize size) {
    socket.send(Frames.write(new ToRemote.Resize(id, size)));
  }

  @Override
  public void input(String id, byte[] bytes, boolean end) {
    var data = Base64.getEncoder().encodeToString(bytes);
    socket.send(Frames.write(new ToRemote.Input(id, data, end)));
  }

  @Override
  public List<ToServer.Denied> denied() {
    var all = new ArrayList<ToServer.Denied>();
    for (var next = denied.poll(); next != null; next = denied.poll()) {
      all.add(next);
    }
    return all;
  }

  @Override
  public boolean connected() {
    return !socket.hasEnded();
  }

  @Override
  public void opened() {
    onOpen.run();
  }

  @Override
  public void ended() {
    greeted.countDown();
    exchanges.fail();
  }

  @Override
  public void text(String json) {
    switch (Answers.read(json)) {
      case ToServer.Hello said -> greet(said);
      case ToServer.Started started -> exchanges.started(started.id());
      case ToServer.Exited exited -> exchanges.exited(exited);
      case ToServer.Progress progress -> exchanges.answer(progress.id(), progress);
      case ToServer.File file -> exchanges.answer(file.id(), file);
      case ToServer.Written written -> exchanges.answer(written.id(), written);
      case ToServer.Listing listing -> exchanges.answer(listing.id(), listing);
      case ToServer.Browsed browsed -> exchanges.answer(browsed.id(), browsed);
      case ToServer.Credential question -> ask(question);
      case ToServer.Denied refused -> {
        if (denied.size() < MOST_DENIED) {
          denied.add(refused);
        }
      }
      case ToServer.Failed failed -> exchanges.failed(failed);
    }
  }

  private void ask(ToServer.Credential question) {
    git.ask(question, answer -> socket.sendAtOnce(Frames.write(answer)));
  }

  private void greet(ToServer.Hello said) {
    // Decoded records may lack members; a hello that others could stumble over is none.
    if (hello != null
        || said.sha() == null
        || said.platform() == null
        || said.cwd() == null
        || said.capabilities() == null
        || said.journal() == null) {
      throw new IllegalArgumentException("second or incomplete hello");
    }
    hello = said;
    greeted.countDown();
  }

  @Override
  public void binary(ByteBuffer message) {
    exchanges.bytes(message);
  }
}
