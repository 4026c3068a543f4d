package io.agentservice.worker.commands;

import io.agentservice.wire.bridge.BridgeAddress;
import io.agentservice.wire.bridge.BridgeFrame;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.exit.WorkerFailure;
import io.agentservice.worker.terminal.UserTerminal;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A shell of a session's remote behind its PTY bridge (docs/worker.md); closing it ends the shell.
 */
final class Attachment implements AutoCloseable {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
  private static final int DOOR_TRIES = 10;
  private static final Duration OPEN_LIMIT = Duration.ofSeconds(20);
  private static final String AWAY = "The session's remote does not run on this machine (any more)";

  private final Socket socket;
  private final InputStream in;
  private final ReentrantLock writing = new ReentrantLock();

  private Attachment(Socket socket, InputStream in) {
    this.socket = socket;
    this.in = in;
  }

  /**
   * Opens a shell; a size of 0 by 0 is one without a terminal, {@code type} the user's {@code
   * TERM}. Throws {@link WorkerFailure} when there is no bridge, or it refuses.
   */
  static Attachment open(BridgeAddress address, UserTerminal.Size size, String type) {
    var socket = new Socket();
    try {
      socket = connected(address.port());
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) OPEN_LIMIT.toMillis());
      var attachment = new Attachment(socket, new BufferedInputStream(socket.getInputStream()));
      attachment.send(new BridgeFrame.Open(address.secret(), size.rows(), size.columns(), type));
      var answer = BridgeFrame.read(attachment.in).orElse(null);
      if (answer instanceof BridgeFrame.Opened) {
        socket.setSoTimeout(0);
        return attachment;
      }
      attachment.close();
      throw answer instanceof BridgeFrame.Refused refused
          ? refusal(refused)
          : new WorkerFailure(ExitCode.FAILURE, "The bridge gave no answer", null);
    } catch (IOException _) {
      closeQuietly(socket);
      throw new WorkerFailure(
          ExitCode.FAILURE, AWAY, "Wake it with a message; then look at its remote.log");
    }
  }

  /** The worker opens the door to a session whose network is its own a moment after its start. */
  private static Socket connected(int port) throws IOException {
    var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    for (int tries = DOOR_TRIES; ; tries--) {
      var socket = new Socket();
      try {
        socket.connect(address, (int) CONNECT_LIMIT.toMillis());
        return socket;
      } catch (IOException e) {
        closeQuietly(socket);
        if (tries == 0) {
          throw e;
        }
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
    }
  }

  /** Passes on what is typed until its end; a lost connection shows on the other side. */
  void feed(InputStream typed) {
    var buffer = new byte[16 << 10];
    try {
      for (var count = typed.read(buffer); count >= 0; count = typed.read(buffer)) {
        send(new BridgeFrame.Data(ByteBuffer.wrap(buffer, 0, count)));
      }
      send(new BridgeFrame.End());
    } catch (IOException _) {
      // show() tells.
    }
  }

  void resize(UserTerminal.Size size) {
    try {
      send(new BridgeFrame.Resize(size.rows(), size.columns()));
    } catch (IOException _) {
      // show() tells.
    }
  }

  /**
   * Shows what the shell writes; answers its exit status, throws when the remote went away first.
   */
  int show(OutputStream shown) {
    try {
      for (var next = BridgeFrame.read(in); next.isPresent(); next = BridgeFrame.read(in)) {
        switch (next.get()) {
          case BridgeFrame.Data data -> {
            var bytes = data.bytes();
            shown.write(bytes.array(), bytes.arrayOffset(), bytes.remaining());
            shown.flush();
          }
          case BridgeFrame.Exit exit -> {
            return exit.code();
          }
          case BridgeFrame.Refused refused -> throw refusal(refused);
          case BridgeFrame.Opened _, BridgeFrame.Open _, BridgeFrame.Resize _, BridgeFrame.End _ ->
              throw new IOException("not a frame for here");
        }
      }
    } catch (IOException _) {
      // Told below.
    }
    throw new WorkerFailure(ExitCode.FAILURE, "The session's remote went away", null);
  }

  private static WorkerFailure refusal(BridgeFrame.Refused refused) {
    return new WorkerFailure(ExitCode.FAILURE, "No shell: " + refused.message(), null);
  }

  private void send(BridgeFrame frame) throws IOException {
    writing.lock();
    try {
      BridgeFrame.write(socket.getOutputStream(), frame);
    } finally {
      writing.unlock();
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // It is not used any more.
    }
  }

  @Override
  public void close() {
    closeQuietly(socket);
  }
}
