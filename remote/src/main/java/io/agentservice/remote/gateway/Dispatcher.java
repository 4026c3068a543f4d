package io.agentservice.remote.gateway;

import io.agentservice.remote.base.ExitCode;
import io.agentservice.remote.base.Log;
import io.agentservice.remote.browser.Browser;
import io.agentservice.remote.desktop.Desktop;
import io.agentservice.remote.files.WorkFiles;
import io.agentservice.remote.files.WorkFiles.Content;
import io.agentservice.remote.files.WorkFiles.Refused;
import io.agentservice.remote.git.GitAccess;
import io.agentservice.remote.program.SessionVariables;
import io.agentservice.remote.shell.Commands;
import io.agentservice.wire.frames.BadFrameException;
import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.Failed;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Does what the frames of one connection ask: commands in order, file requests side by side. */
final class Dispatcher {
  private static final int FILE_REQUESTS = 4;

  private final Commands commands;
  private final WorkFiles files;
  private final Browser browser;
  private final Desktop desktop;
  private final GitAccess git;
  private final SessionVariables variables;
  private final Connection connection;
  private final Streams streams;
  private final Semaphore fileRequests = new Semaphore(FILE_REQUESTS);
  private final CompletableFuture<Boolean> welcomed = new CompletableFuture<>();
  private volatile @Nullable Integer graceSeconds;

  Dispatcher(Session session) {
    this.commands = session.commands();
    this.files = session.files();
    this.browser = session.browser();
    this.desktop = session.desktop();
    this.git = session.git();
    this.variables = session.variables();
    this.connection = new Connection(this::receive, session.denials());
    this.streams = new Streams(connection);
  }

  Connection connection() {
    return connection;
  }

  /** Waits for the server's welcome; false when there is none in time or before the end. */
  boolean awaitWelcome(Duration limit) throws InterruptedException {
    connection.whenOver(() -> welcomed.complete(false));
    try {
      return welcomed.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean wasWelcomed() {
    return welcomed.getNow(false);
  }

  /** How long the server waits for a lost remote; null when it did not say. */
  @Nullable Integer graceSeconds() {
    return graceSeconds;
  }

  /** Ends the streams of the connection; commands run on. */
  void stop() {
    streams.stop();
  }

  /** Never throws: one bad frame must not end the connection. */
  private void receive(String json) {
    try {
      dispatch(Frames.readToRemote(json));
    } catch (BadFrameException e) {
      var id = e.id();
      if (e.unknownType() || id == null) {
        Log.warn("ignored: " + e.getMessage() + " of type " + e.type());
      } else {
        refuse(id, "malformed frame");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      Log.error("a frame was not carried out: " + e);
    }
  }

  private void refuse(String id, String message) {
    try {
      connection.send(new Failed(id, "invalid", message));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void dispatch(ToRemote frame) throws InterruptedException {
    if (commands.ending() && !(frame instanceof ToRemote.Credit)) {
      return; // a refusal would tell the agent of its machine what holds for this remote alone
    }
    switch (frame) {
      case ToRemote.Welcome welcome -> {
        variables.replaceSession(welcome.environment());
        git.connected(welcome.gitHosts(), connection::send);
        graceSeconds = welcome.graceSeconds();
        if (welcomed.complete(true)) {
          connection.watch(Connection.Liveness.of(welcome.silenceSeconds()));
        }
      }
      case ToRemote.Exec exec -> {
        var failed = commands.exec(exec);
        answer(failed);
        if (failed.isEmpty()) {
          attach(exec.id(), exec.channel(), exec.from());
        }
      }
      case ToRemote.Attach attach -> attach(attach.id(), attach.channel(), attach.from());
      case ToRemote.ReadOutput request -> readOutput(request);
      case ToRemote.Input input -> {
        var view = streams.viewOf(input.id());
        answer(view == null ? commands.input(input) : view.input(input));
      }
      case ToRemote.Resize resize -> answer(commands.resize(resize));
      case ToRemote.Signal signal -> answer(commands.signal(signal));
      case ToRemote.Credit credit -> streams.credit(credit.channel(), credit.bytes());
      case ToRemote.Forget forget -> commands.forget(forget.ids());
      case ToRemote.ReadFile read -> read(read);
      case ToRemote.WriteFile write -> carryOut(() -> files.write(write));
      case ToRemote.Stat stat -> carryOut(() -> files.stat(stat));
      case ToRemote.ListFiles list -> carryOut(() -> files.list(list));
      case ToRemote.Browse browse -> browser.browse(browse, connection::send);
      case ToRemote.Desktop view ->
          streams.show(new DesktopView(view.id(), view.channel(), desktop, connection));
      case ToRemote.Credential credential -> git.answered(credential);
      case ToRemote.SessionEnd end ->
          connection.end(new End.Stop(ExitCode.OK, "session end: " + end.reason()));
    }
  }

  private void attach(String id, int channel, long from) throws InterruptedException {
    var command = commands.find(id);
    if (command.isEmpty()) {
      connection.send(new Failed(id, "unknown_command", "the journal does not know it"));
    } else if (from < 0) {
      connection.send(new Failed(id, "invalid", "from is negative"));
    } else {
      streams.attach(command.get(), channel, from);
    }
  }

  private void readOutput(ToRemote.ReadOutput request) throws InterruptedException {
    var command = commands.find(request.command());
    if (command.isEmpty()) {
      connection.send(new Failed(request.id(), "unknown_command", "the journal does not know it"));
    } else if (request.from() < 0 || request.limit() < 0 || request.waitMillis() < 0) {
      connection.send(new Failed(request.id(), "invalid", "negative number"));
    } else {
      streams.readOutput(request, command.get());
    }
  }

  private void read(ToRemote.ReadFile request) throws InterruptedException {
    switch (files.open(request)) {
      case Content content -> streams.read(request.id(), request.channel(), content);
      case Refused refused -> connection.send(refused.answer());
    }
  }

  /** Bounded, because each request may hold megabytes. */
  private void carryOut(Supplier<ToServer> request) throws InterruptedException {
    fileRequests.acquire();
    Thread.ofVirtual()
        .name("file request")
        .start(() -> {
          try {
            connection.send(request.get());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } finally {
            fileRequests.release();
          }
        });
  }

  private void answer(Optional<Failed> failed) throws InterruptedException {
    if (failed.isPresent()) {
      connection.send(failed.get());
    }
  }
}
