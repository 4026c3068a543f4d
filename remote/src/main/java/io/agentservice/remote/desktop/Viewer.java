package io.agentservice.remote.desktop;

import io.agentservice.remote.Log;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ArrayBlockingQueue;

/** One connection to the desktop. Read by one thread; what is typed waits in a bounded queue. */
public final class Viewer implements AutoCloseable {
  private static final int WAITING = 1024;

  private final SocketChannel channel;
  private final ArrayBlockingQueue<ByteBuffer> typed = new ArrayBlockingQueue<>(WAITING);
  private final Thread writer;

  Viewer(SocketChannel channel) {
    this.channel = channel;
    this.writer = Thread.ofVirtual().name("desktop input").start(this::write);
  }

  /** Reads some bytes into the buffer, blocking; negative at the end. */
  public int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  /** Takes what the person did; false, and the end, when the desktop does not keep up. */
  public boolean input(byte[] bytes) {
    if (!channel.isOpen()) {
      return false;
    }
    var taken = typed.offer(ByteBuffer.wrap(bytes));
    if (!taken) {
      Log.warn("a viewer of the desktop was ended: its input is not taken");
      close();
    }
    return taken;
  }

  private void write() {
    try {
      while (channel.isOpen()) {
        var bytes = typed.take();
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
    } catch (IOException e) {
      close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    writer.interrupt();
    try {
      channel.close();
    } catch (IOException e) {
      // It is not used any more.
    }
  }
}
