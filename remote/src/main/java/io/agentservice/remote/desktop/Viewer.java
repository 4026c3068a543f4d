package io.agentservice.remote.desktop;

import io.agentservice.remote.base.Log;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** One connection to the desktop; read by one thread, and at most 1 MiB typed ahead. */
public final class Viewer implements AutoCloseable {
  private static final int WAITING = 1 << 20;

  private final SocketChannel channel;
  private final LinkedBlockingQueue<ByteBuffer> typed = new LinkedBlockingQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Thread writer;

  Viewer(SocketChannel channel) {
    this.channel = channel;
    this.writer = Thread.ofVirtual().name("desktop input").start(this::write);
  }

  /** Reads some bytes into the buffer, blocking; negative at the end. */
  public int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  /** Takes what the person did; false, and the end, when the desktop is too slow. */
  public boolean input(byte[] bytes) {
    if (!channel.isOpen()) {
      return false;
    }
    if (waiting.addAndGet(bytes.length) > WAITING) {
      Log.warn("a viewer of the desktop was ended: its input is not taken");
      close();
      return false;
    }
    typed.add(ByteBuffer.wrap(bytes));
    return true;
  }

  private void write() {
    try {
      while (channel.isOpen()) {
        var bytes = typed.take();
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        waiting.addAndGet(-bytes.limit());
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
