package io.agentservice.remote.bridge;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.shell.Commands;
import io.agentservice.wire.bridge.BridgeAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Listens for visitors until it is closed, which ends their connections and shells, too. */
public final class PtyBridge implements AutoCloseable {
  private static final int VISITORS = 16;

  /** For visitors to hear that their shells ended with the session. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private final Path stateDirectory;
  private final Commands commands;
  private final @Nullable ServerSocket server;
  private final Set<Visitor> visitors = ConcurrentHashMap.newKeySet();

  private PtyBridge(Path stateDirectory, Commands commands, @Nullable ServerSocket server) {
    this.stateDirectory = stateDirectory;
    this.commands = commands;
    this.server = server;
  }

  /**
   * Listens on the loopback address, port 0 for a free one; when it can't, logs why and goes on.
   */
  public static PtyBridge open(int port, Path stateDirectory, Commands commands) {
    var bridge = new PtyBridge(stateDirectory, commands, listen(port, stateDirectory));
    var server = bridge.server;
    if (server != null) {
      var address = BridgeAddress.fresh(server.getLocalPort());
      try {
        address.write(stateDirectory);
        Thread.ofVirtual().name("pty bridge").start(() -> bridge.accept(server, address.secret()));
      } catch (IOException e) {
        Log.warn("no PTY bridge: its address cannot be written: " + e.getMessage());
        bridge.close();
      }
    }
    return bridge;
  }

  private static @Nullable ServerSocket listen(int port, Path stateDirectory) {
    ServerSocket server = null;
    try {
      BridgeAddress.delete(stateDirectory); // that of an earlier remote
      server = new ServerSocket();
      server.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), VISITORS);
      return server;
    } catch (IOException e) {
      Log.warn("no PTY bridge on port " + port + ": " + e.getMessage());
      closeQuietly(server);
      return null;
    }
  }

  private void accept(ServerSocket listening, String secret) {
    while (!listening.isClosed()) {
      try {
        admit(listening.accept(), secret);
      } catch (IOException e) {
        if (!listening.isClosed()) {
          Log.warn("the PTY bridge stops: " + e.getMessage());
          closeQuietly(listening);
        }
      }
    }
  }

  private void admit(Socket socket, String secret) {
    if (visitors.size() >= VISITORS) {
      Log.warn("the PTY bridge has " + VISITORS + " visitors already");
      closeQuietly(socket);
      return;
    }
    var visitor = new Visitor(socket, secret, commands);
    visitors.add(visitor);
    Thread.ofVirtual()
        .name("pty bridge visitor")
        .start(() -> {
          try {
            visitor.serve();
          } finally {
            visitors.remove(visitor);
          }
        });
    if (server != null && server.isClosed()) { // closed meanwhile: nobody else would see it
      visitor.close();
    }
  }

  private static void closeQuietly(@Nullable AutoCloseable resource) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (Exception e) {
      // It is not used any more.
    }
  }

  @Override
  public void close() {
    closeQuietly(server);
    var deadline = System.nanoTime() + LAST_WORDS.toNanos();
    while (!visitors.isEmpty() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    visitors.forEach(Visitor::close);
    try {
      BridgeAddress.delete(stateDirectory);
    } catch (IOException e) {
      Log.warn("the address of the PTY bridge cannot be removed: " + e.getMessage());
    }
  }
}
