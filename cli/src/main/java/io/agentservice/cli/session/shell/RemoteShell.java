package io.agentservice.cli.session.shell;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.session.shell.Talk.End;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.worker.terminal.UserTerminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A person, or a program, at a terminal of a session's machine. A connection that is lost is made
 * again and goes on where it was: what the terminal puts out is shown once. What was typed
 * meanwhile, or on its way, is not sent again: nobody wants a command to run twice.
 */
final class RemoteShell {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration PROMPT_LIMIT = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration SEND_LIMIT = Duration.ofSeconds(30);
  private static final Duration PING = Duration.ofSeconds(10);
  private static final Duration SILENCE = Duration.ofSeconds(30);
  private static final int TOO_MANY = 1013;
  private static final int CHUNK = 8 << 10;
  private static final byte CTRL_C = 3;

  /** Not Ctrl-D: a terminal loses that while a command runs. */
  private static final byte[] LAST = "\nexit\n".getBytes(US_ASCII);

  /** Connects to the terminal; null: from the first byte that is kept. */
  interface Dial {
    WebSocket connect(@Nullable Long from, WebSocket.Listener talk);
  }

  private final Dial dial;
  private final OutputStream shown;
  private final Consumer<String> tell;
  private final ReentrantLock sending = new ReentrantLock();
  private volatile @Nullable WebSocket socket;
  private volatile @Nullable Thread person;
  private @Nullable Talk talk;

  /** {@code tell} says something to the person, between what is shown. */
  RemoteShell(Dial dial, OutputStream shown, Consumer<String> tell) {
    this.dial = dial;
    this.shown = shown;
    this.tell = tell;
  }

  /** Types all that there is, and then {@code exit}. A lost connection is a failure. */
  int play(InputStream script) {
    awaitPrompt(connect());
    feed(script, true);
    return switch (awaitEnd()) {
      case End.Over over -> status(over);
      case End.Closed _, End.Broken _, End.Left _ ->
          throw CommandFailure.failed("the connection to the terminal was lost", null);
    };
  }

  /**
   * Lets a person work.
   *
   * @param back the command that leads to the same terminal again
   */
  int interact(InputStream typed, UserTerminal.Size size, String back) {
    person = Thread.currentThread();
    connect();
    resize(size);
    feed(typed, false);
    while (true) {
      switch (awaitEnd()) {
        case End.Over over -> {
          return status(over);
        }
        case End.Closed(int code) when code == TOO_MANY ->
            throw CommandFailure.failed("the terminal has as many viewers as it may have", null);
        case End.Closed _, End.Broken _ -> {
          if (!reconnect()) {
            return leave(back);
          }
        }
        case End.Left _ -> {
          return leave(back);
        }
      }
    }
  }

  private int leave(String back) {
    tell.accept("the shell runs on for ten minutes: " + back);
    return 1;
  }

  /** Tells the terminal the size of the screen. */
  void resize(UserTerminal.Size size) {
    var message = JsonObject.of("type", "resize", "rows", size.rows(), "columns", size.columns());
    send(open -> open.sendText(message.toJson(), true));
  }

  /** What comes before a shell has set up its terminal is lost; one may show nothing. */
  private static void awaitPrompt(Talk talk) {
    try {
      var _ = talk.beganOrEnded().get(PROMPT_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // then without
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Talk connect() {
    var before = talk;
    var next = new Talk(shown, before == null ? 0 : before.position());
    try {
      socket = dial.connect(before == null ? null : before.position(), next);
    } catch (ApiException e) {
      throw e.status() == 404
          ? CommandFailure.failed("the terminal has ended", "open another one")
          : e;
    }
    talk = next;
    Thread.ofVirtual().name("terminal-pings").start(() -> watch(next));
    return next;
  }

  /** A network that carries nothing any more tells nobody. */
  private void watch(Talk current) {
    while (!current.end().isDone()) {
      if (current.silence().compareTo(SILENCE) > 0) {
        current.end().complete(new End.Broken());
        return;
      }
      send(open -> open.sendPing(ByteBuffer.allocate(0)));
      LockSupport.parkNanos(PING.toNanos());
    }
  }

  /** Tries for a minute; false when that was in vain, or the person did not want to wait. */
  private boolean reconnect() {
    tell.accept("the connection is lost, trying again; Ctrl-C leaves");
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < until && !hasLeft()) {
      try {
        connect();
        tell.accept("connected again");
        return true;
      } catch (UnreachableException e) {
        // once more
      } catch (ApiException e) {
        if (e.status() < 500) {
          throw e;
        }
      }
    }
    return false;
  }

  private static boolean hasLeft() {
    try {
      Thread.sleep(PAUSE);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private End awaitEnd() {
    var current = talk;
    if (current == null) {
      throw new IllegalStateException("not connected");
    }
    try {
      return current.end().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new End.Left();
    } finally {
      var open = socket;
      socket = null;
      if (open != null) {
        open.abort();
      }
    }
  }

  private static int status(End.Over over) {
    if (over.code() != null && over.reason().equals("exited")) {
      return over.code();
    }
    throw CommandFailure.failed(
        switch (over.reason()) {
          case "exited" -> "the shell was ended by a signal";
          case "closed" -> "somebody has closed the terminal";
          case "output_limit" -> "the terminal has put out as much as a machine keeps";
          case "machine_away" -> "the session's machine went away";
          default -> "the terminal has ended: " + over.reason();
        },
        null);
  }

  /** Not stopped at the end: a read of standard input cannot be interrupted. */
  private void feed(InputStream typed, boolean script) {
    Thread.ofPlatform().daemon().name("typed").start(() -> type(typed, script));
  }

  private void type(InputStream typed, boolean script) {
    var buffer = new byte[CHUNK];
    try {
      for (int count = typed.read(buffer); count >= 0; count = typed.read(buffer)) {
        var bytes = ByteBuffer.wrap(buffer, 0, count);
        var waiting = person;
        boolean sent = send(open -> open.sendBinary(bytes, true));
        if (!sent && waiting != null && holds(buffer, count, CTRL_C)) {
          waiting.interrupt();
        }
      }
      if (script) {
        send(open -> open.sendBinary(ByteBuffer.wrap(LAST), true));
      }
    } catch (IOException e) {
      // nobody types any more
    }
  }

  private static boolean holds(byte[] buffer, int count, byte key) {
    for (int i = 0; i < count; i++) {
      if (buffer[i] == key) {
        return true;
      }
    }
    return false;
  }

  private interface Message {
    CompletableFuture<WebSocket> to(WebSocket open);
  }

  /** False when there is no connection, or it takes nothing; how it ends is told elsewhere. */
  private boolean send(Message message) {
    sending.lock();
    try {
      var open = socket;
      if (open == null) {
        return false;
      }
      message.to(open).get(SEND_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      sending.unlock();
    }
  }
}
