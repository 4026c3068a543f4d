package io.agentservice.remote.process;

import io.agentservice.wire.frames.ToRemote.PtySize;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.Set;

/** A process of {@link Spawner}. */
final class PosixProcess implements Started {
  private static final int WRITE_AT_ONCE = 64 << 10;

  private final String commandId;
  private final Spawner.Spawned process;
  private final Children.Child child;
  private final boolean terminal;

  PosixProcess(String commandId, Spawner.Spawned process, Children.Child child, boolean terminal) {
    this.commandId = commandId;
    this.process = process;
    this.child = child;
    this.terminal = terminal;
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public void readOutput(int atMostAtOnce, Sink sink) {
    try (var arena = Arena.ofConfined()) {
      var errno = Posix.errnoIn(arena);
      var buffer = arena.allocate(atMostAtOnce);
      var count = 0L;
      // A terminal whose last user has gone answers with an error instead of end of file.
      while ((count = Posix.read(errno, process.output(), buffer)) > 0 || count == -Posix.EINTR) {
        if (count > 0) {
          sink.take(buffer.asSlice(0, count).asByteBuffer());
        }
      }
    } finally {
      Posix.close(process.output());
    }
  }

  @Override
  public void closeOutput() {
    Posix.close(process.output());
  }

  @Override
  public boolean hasInput() {
    return process.input() >= 0;
  }

  @Override
  public boolean write(byte[] bytes) {
    try (var arena = Arena.ofConfined()) {
      var errno = Posix.errnoIn(arena);
      var buffer = arena.allocate(Math.min(bytes.length, WRITE_AT_ONCE));
      for (var from = 0; from < bytes.length; ) {
        var count = (int) Math.min(bytes.length - from, buffer.byteSize());
        buffer.asByteBuffer().put(bytes, from, count);
        var written = Posix.write(errno, process.input(), buffer.asSlice(0, count));
        if (written == -Posix.EINTR) {
          continue;
        }
        if (written < 0) {
          return false;
        }
        from += (int) written;
      }
      return true;
    }
  }

  @Override
  public void closeInput() {
    Posix.close(process.input());
  }

  @Override
  public void resize(PtySize size) {
    if (terminal) {
      Spawner.resize(process.input(), size);
    }
  }

  @Override
  public boolean await(Duration limit) throws InterruptedException {
    return child.await(limit);
  }

  @Override
  public void await() throws InterruptedException {
    child.await();
  }

  @Override
  public boolean hasEnded() {
    return child.hasEnded();
  }

  @Override
  public boolean signalled() {
    return child.signalled();
  }

  @Override
  public int exitCode() {
    return child.exitCode();
  }

  @Override
  public void signalTree(SignalName signal) {
    ProcessTree.signal(tree(), signal.number());
  }

  @Override
  public boolean killTree(Duration limit) {
    return ProcessTree.kill(this::tree, limit);
  }

  /** After the end the pid may be another's. */
  private Set<ProcessRow> tree() {
    return ProcessTree.ofCommand(hasEnded() ? 0 : process.pid(), commandId);
  }
}
