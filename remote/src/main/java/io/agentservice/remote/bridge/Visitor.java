package io.agentservice.remote.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.shell.Commands;
import io.agentservice.remote.shell.Terminal;
import io.agentservice.wire.bridge.BridgeFrame;
import io.agentservice.wire.frames.ToRemote.PtySize;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One connection to the bridge and the shell that it opened. */
final class Visitor implements AutoCloseable, Terminal.Receiver {
  private static final Duration FIRST_FRAME = Duration.ofSeconds(5);

  /** A secret and the name of a terminal have much less. */
  private static final int FIRST_BYTES = 512;

  private static final Duration LAST_FRAME = Duration.ofSeconds(5);

  private final Socket socket;
  private final String secret;
  private final Commands commands;
  private final ReentrantLock writing = new ReentrantLock();
  private final CountDownLatch heard = new CountDownLatch(1);
  private final CountDownLatch left = new CountDownLatch(1);

  Visitor(Socket socket, String secret, Commands commands) {
    this.socket = socket;
    this.secret = secret;
    this.commands = commands;
  }

  /** Serves the connection to its end; the shell ends with it. */
  void serve() {
    Terminal terminal = null;
    try {
      socket.setTcpNoDelay(true);
      Thread.ofVirtual().name("pty bridge first frame").start(this::endUnlessKnown);
      var in = new BufferedInputStream(socket.getInputStream());
      terminal = open(in); // after it a person may think for hours
      if (terminal != null) {
        relay(in, terminal);
      }
    } catch (IOException e) {
      // Gone, or it does not speak our language.
    } finally {
      heard.countDown();
      left.countDown();
      close();
      if (terminal != null) {
        terminal.hangUp();
      }
    }
  }

  /** Limits the time of the whole first frame. */
  private void endUnlessKnown() {
    try {
      if (!heard.await(FIRST_FRAME.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Terminal open(InputStream in) throws IOException {
    var first = BridgeFrame.read(in, FIRST_BYTES).orElse(null);
    heard.countDown();
    if (!(first instanceof BridgeFrame.Open open)
        || !MessageDigest.isEqual(open.secret().getBytes(UTF_8), secret.getBytes(UTF_8))) {
      Log.warn("a visitor of the PTY bridge did not know the secret");
      send(new BridgeFrame.Refused("the secret is not that of this session's bridge"));
      return null;
    }
    var pipe = open.rows() == 0 && open.columns() == 0;
    if ((!pipe && !fits(open.rows(), open.columns()))
        || !open.terminal().matches("[\\w.+-]{0,64}")) {
      send(new BridgeFrame.Refused("not the size or type of a terminal"));
      return null;
    }
    writing.lock(); // the shell's first output comes after "opened"
    try {
      var size = pipe ? null : new PtySize(open.rows(), open.columns());
      var terminal = commands.openTerminal(size, open.terminal(), this);
      send(new BridgeFrame.Opened());
      return terminal;
    } catch (NotStartedException e) {
      send(new BridgeFrame.Refused(String.valueOf(e.getMessage())));
      return null;
    } finally {
      writing.unlock();
    }
  }

  private static boolean fits(int rows, int columns) {
    return rows >= 1 && rows <= 1000 && columns >= 1 && columns <= 1000;
  }

  private void relay(InputStream in, Terminal terminal) throws IOException {
    for (var next = BridgeFrame.read(in); next.isPresent(); next = BridgeFrame.read(in)) {
      switch (next.get()) {
        case BridgeFrame.Data data -> type(data.bytes(), terminal);
        case BridgeFrame.Resize resize -> {
          if (fits(resize.rows(), resize.columns())) {
            terminal.resize(new PtySize(resize.rows(), resize.columns()));
          }
        }
        case BridgeFrame.End() -> terminal.endInput();
        case BridgeFrame.Open _, BridgeFrame.Opened _, BridgeFrame.Exit _, BridgeFrame.Refused _ ->
            throw new IOException("not a frame for here");
      }
    }
  }

  private void type(ByteBuffer bytes, Terminal terminal) throws IOException {
    var array = new byte[bytes.remaining()];
    bytes.get(array);
    if (!terminal.input(array) && !terminal.hasEnded()) {
      send(new BridgeFrame.Refused("the program in the shell does not read its input"));
      throw new IOException("input is not read");
    }
  }

  @Override
  public void output(ByteBuffer bytes) throws IOException {
    send(new BridgeFrame.Data(bytes));
  }

  /** Lets the visitor hang up first: closing with unread data would lose what was sent. */
  @Override
  public void exited(int code) {
    try {
      send(new BridgeFrame.Exit(code));
      socket.shutdownOutput();
      if (!left.await(LAST_FRAME.toMillis(), TimeUnit.MILLISECONDS)) {
        Log.info("a visitor of the PTY bridge stays beyond the end of the shell");
      }
    } catch (IOException e) {
      // Nobody is there to hear it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  private void send(BridgeFrame frame) throws IOException {
    writing.lock();
    try {
      BridgeFrame.write(socket.getOutputStream(), frame);
    } finally {
      writing.unlock();
    }
  }

  /** Ends the connection at once; {@link #serve} then ends the shell. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is not used any more.
    }
  }
}
