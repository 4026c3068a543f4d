package io.agentservice.remote.gateway;

import io.agentservice.remote.desktop.Desktop;
import io.agentservice.remote.desktop.Viewer;
import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToRemote.Input;
import io.agentservice.wire.frames.ToServer.Exited;
import io.agentservice.wire.frames.ToServer.Failed;
import io.agentservice.wire.frames.ToServer.Outcome;
import io.agentservice.wire.frames.ToServer.Started;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A viewer at the gateway's end of the connection, which it does not outlive. */
final class DesktopView {
  private final String id;
  private final int channel;
  private final Desktop desktop;
  private final Connection connection;
  private volatile @Nullable Showing showing;

  /** Also before there was anything to see. */
  private volatile boolean left;

  private record Showing(Viewer viewer, Window window) {
    void end() {
      viewer.close();
      window.close(); // no credit comes any more
    }
  }

  DesktopView(String id, int channel, Desktop desktop, Connection connection) {
    this.id = id;
    this.channel = channel;
    this.desktop = desktop;
    this.connection = connection;
  }

  String id() {
    return id;
  }

  int channel() {
    return channel;
  }

  /** Opens the desktop and sends what it shows until the viewer is closed. */
  void relay(Window window) throws InterruptedException {
    var begun = System.nanoTime();
    try (var open = desktop.open()) {
      var now = new Showing(open, window);
      showing = now;
      if (left) {
        now.end();
      }
      connection.send(new Started(id, 0));
      var sent = send(open, window);
      var millis = Duration.ofNanos(System.nanoTime() - begun).toMillis();
      connection.send(new Exited(id, Outcome.EXITED, null, millis, sent, false));
    } catch (Desktop.Unavailable e) {
      connection.send(new Failed(id, "desktop", String.valueOf(e.getMessage())));
    }
  }

  private long send(Viewer open, Window window) throws InterruptedException {
    var sent = 0L;
    var buffer = ByteBuffer.allocate(OutputFrame.MAX_PAYLOAD);
    while (fill(open, buffer)) {
      while (buffer.hasRemaining()) {
        var size = window.take(buffer.remaining());
        if (size == 0) {
          return sent;
        }
        var piece = ByteBuffer.allocate(size).put(buffer.slice(buffer.position(), size)).flip();
        buffer.position(buffer.position() + size);
        connection.send(new OutputFrame(channel, sent, piece));
        sent += size;
      }
    }
    return sent;
  }

  private static boolean fill(Viewer open, ByteBuffer buffer) throws InterruptedException {
    try {
      buffer.clear();
      var more = open.read(buffer) > 0;
      buffer.flip();
      return more;
    } catch (IOException e) {
      if (Thread.interrupted()) { // the connection to the gateway has ended
        throw new InterruptedException();
      }
      return false; // closed by input, or by the desktop
    }
  }

  /** What the person did, or that they have enough. */
  Optional<Failed> input(Input input) {
    left |= input.end();
    var now = showing;
    try {
      var bytes = Base64.getDecoder().decode(input.data());
      if (bytes.length > 0 && (now == null || !now.viewer.input(bytes))) {
        return Optional.of(new Failed(id, "invalid", "the desktop takes no input (any more)"));
      }
      if (now != null && left) {
        now.end();
      }
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(new Failed(id, "invalid", "data is not base64"));
    }
  }
}
