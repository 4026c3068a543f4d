package io.agentservice.remote.gateway;

import static java.nio.file.StandardOpenOption.READ;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.files.WorkFiles;
import io.agentservice.remote.shell.Command;
import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one connection: a thread each sends a command's output or a file from disk, as
 * far as credit goes. No command depends on them.
 */
final class Streams {
  /** Nobody may want the answer any more. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private final Connection connection;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Integer, Stream> byChannel = new HashMap<>();
  private final Map<String, Stream> byId = new HashMap<>();
  private final Map<String, DesktopView> views = new HashMap<>();

  Streams(Connection connection) {
    this.connection = connection;
  }

  private record Stream(String id, int channel, Window window, Thread thread) {}

  private interface Body {
    void send(Window window) throws IOException, InterruptedException;
  }

  /** Streams a command's output from a byte on, and its end. */
  void attach(Command command, int channel, long from) {
    open(command.id(), channel, window -> output(command, channel, from, window));
  }

  /** Sends what a command has written from a byte on, as far as is asked for, and how far it is. */
  void readOutput(ToRemote.ReadOutput request, Command command) {
    open(
        request.id(),
        request.channel(),
        window -> {
          var wait = Duration.ofMillis(Math.min(request.waitMillis(), LONGEST_WAIT.toMillis()));
          var progress = command.awaitBeyond(request.from(), wait);
          long from = Math.min(request.from(), progress.size());
          long to = from + Math.min(request.limit(), progress.size() - from);
          try (var file = FileChannel.open(command.output(), READ)) {
            for (var position = from; position < to; ) {
              position += sendSome(file, request.channel(), position, to, window);
            }
          }
          connection.send(
              new ToServer.Progress(request.id(), from, progress.size(), progress.end()));
        });
  }

  /** Streams a file, and its description. */
  void read(String id, int channel, WorkFiles.Content content) {
    open(
        id,
        channel,
        window -> {
          try (var file = content.channel()) {
            var position = content.from();
            while (position < content.to()) {
              position += sendSome(file, channel, position, content.to(), window);
            }
          } catch (EOFException e) { // it became shorter meanwhile
            connection.send(new ToServer.Failed(id, "io", "the file has changed"));
            return;
          }
          connection.send(content.end());
        });
  }

  /** Streams the desktop to a viewer until one of them has enough. */
  void show(DesktopView view) {
    lock.lock();
    try {
      views.put(view.id(), view);
    } finally {
      lock.unlock();
    }
    open(
        view.id(),
        view.channel(),
        window -> {
          try {
            view.relay(window);
          } finally {
            removeView(view);
          }
        });
  }

  private void removeView(DesktopView view) {
    lock.lock();
    try {
      views.remove(view.id(), view);
    } finally {
      lock.unlock();
    }
  }

  /** The open view of an id; null for none. */
  @Nullable DesktopView viewOf(String id) {
    lock.lock();
    try {
      return views.get(id);
    } finally {
      lock.unlock();
    }
  }

  /** The server has taken bytes of a channel. */
  void credit(int channel, long bytes) {
    lock.lock();
    try {
      var stream = byChannel.get(channel);
      if (stream != null) {
        stream.window().give(bytes);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends all streams; commands run on. */
  void stop() {
    lock.lock();
    try {
      byChannel.values().forEach(stream -> stream.thread().interrupt());
      byChannel.clear();
      byId.clear();
    } finally {
      lock.unlock();
    }
  }

  private void open(String id, int channel, Body body) {
    var window = new Window();
    var thread =
        Thread.ofVirtual().name("stream " + id).unstarted(() -> run(id, channel, window, body));
    var stream = new Stream(id, channel, window, thread);
    lock.lock();
    try {
      end(byChannel.get(channel));
      end(byId.get(id));
      byChannel.put(channel, stream);
      byId.put(id, stream);
    } finally {
      lock.unlock();
    }
    thread.start();
  }

  /** Called with the lock held. */
  private void end(@Nullable Stream stream) {
    if (stream != null) {
      stream.thread().interrupt();
      byChannel.remove(stream.channel(), stream);
      byId.remove(stream.id(), stream);
    }
  }

  private void run(String id, int channel, Window window, Body body) {
    try {
      body.send(window);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      if (!Thread.currentThread().isInterrupted()) { // else it is the interruption itself
        Log.warn("stream of " + id + ": " + e.getMessage());
        refuse(id);
      }
    } finally {
      forget(id, channel, window);
    }
  }

  private void refuse(String id) {
    try {
      connection.send(new ToServer.Failed(id, "io", "cannot be read"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void forget(String id, int channel, Window window) {
    lock.lock();
    try {
      var stream = byChannel.get(channel);
      if (stream != null && stream.window() == window) {
        byChannel.remove(channel);
        byId.remove(id, stream);
      }
    } finally {
      lock.unlock();
    }
  }

  private void output(Command command, int channel, long from, Window window)
      throws IOException, InterruptedException {
    var ended = command.end();
    if (ended == null || ended.outcome() != Outcome.NOT_STARTED) {
      connection.send(new ToServer.Started(command.id(), command.pid()));
    }
    try (var file = FileChannel.open(command.output(), READ)) {
      var position = from;
      while (true) {
        var progress = command.awaitBeyond(position);
        var end = progress.end();
        if (progress.size() > position) {
          position += sendSome(file, channel, position, progress.size(), window);
        } else if (end != null) {
          connection.send(end);
          return;
        }
      }
    }
  }

  private int sendSome(FileChannel file, int channel, long from, long to, Window window)
      throws IOException, InterruptedException {
    var bytes = ByteBuffer.allocate(window.take(to - from));
    while (bytes.hasRemaining()) {
      if (file.read(bytes, from + bytes.position()) < 0) {
        throw new EOFException();
      }
    }
    connection.send(new OutputFrame(channel, from, bytes.flip()));
    return bytes.limit();
  }
}
