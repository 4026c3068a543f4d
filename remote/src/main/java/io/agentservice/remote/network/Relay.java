package io.agentservice.remote.network;

import io.agentservice.remote.base.Log;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Passes connections to an address of the session's loopback on, byte by byte. */
final class Relay implements AutoCloseable {
  private static final int PIECE = 16 << 10;

  private final ServerSocketChannel listening;
  private final Opener opener;

  /** Makes the other end of a connection. */
  interface Opener {
    SocketChannel open() throws IOException;
  }

  /** Listens until it is closed. */
  Relay(InetSocketAddress address, Opener opener) throws IOException {
    this.opener = opener;
    this.listening = ServerSocketChannel.open();
    try {
      listening.bind(address, 256);
    } catch (IOException e) {
      listening.close();
      throw e;
    }
    Thread.ofVirtual().name("network " + address).start(this::accept);
  }

  private void accept() {
    while (listening.isOpen()) {
      try {
        var client = listening.accept();
        Thread.ofVirtual().name("network client").start(() -> serve(client));
      } catch (IOException e) {
        if (listening.isOpen()) {
          Log.warn("a connection of the session was not taken: " + e.getMessage());
          LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
      }
    }
  }

  private void serve(SocketChannel client) {
    try (client;
        var out = opener.open()) {
      var back = Thread.ofVirtual().name("network answer").start(() -> pass(out, client));
      pass(client, out);
      back.join();
    } catch (IOException _) {
      // The filter is away, or has refused.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pass(SocketChannel from, SocketChannel to) {
    try {
      var piece = ByteBuffer.allocate(PIECE);
      while (from.read(piece) >= 0) {
        for (piece.flip(); piece.hasRemaining(); ) {
          to.write(piece);
        }
        piece.clear();
      }
      to.shutdownOutput();
    } catch (IOException _) {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  private static void closeQuietly(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException _) {
      // It is not used any more.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
