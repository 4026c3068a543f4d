package io.agentservice.remote.shell;

import io.agentservice.remote.Log;
import io.agentservice.wire.frames.ToRemote.PtySize;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A person's shell: as a command, but not in the journal, and its output goes to one place only. A
 * receiver that is slow holds the shell up, one that is gone loses the output. What the shell
 * leaves running when it ends lives on to the end of the session; {@link #hangUp} ends that, too.
 */
public final class Terminal {
  private static final Duration DRAIN = Duration.ofMillis(200);
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(30);
  private static final Duration INPUT_LIMIT = Duration.ofSeconds(30);
  private static final Duration GENTLE = Duration.ofSeconds(1);
  private static final Duration HARD = Duration.ofSeconds(5);

  /** Takes what the shell writes. */
  public interface Receiver {
    /** May block; the buffer is valid during the call only. An exception: nobody is there. */
    void output(ByteBuffer bytes) throws IOException;

    /** The last call: the shell's status, 128 + signal when one ended it. */
    void exited(int code);
  }

  private final String id;
  private final boolean pty;
  private final Children.Started started;
  private final Input input;
  private final CountDownLatch endOfOutput = new CountDownLatch(1);
  private volatile boolean delivering;
  private volatile long lastOutput = System.nanoTime();

  private Terminal(String id, boolean pty, Children.Started started) {
    this.id = id;
    this.pty = pty;
    this.started = started;
    this.input = new Input(started.process().input(), id);
  }

  /**
   * Starts the shell.
   *
   * @param size of its terminal; null for pipes
   */
  static Terminal open(
      String id,
      Children children,
      Spawner.Program program,
      @Nullable PtySize size,
      Receiver receiver)
      throws NotStartedException {
    var started =
        children.start(() ->
            size == null ? Spawner.withPipes(program, true) : Spawner.withTerminal(program, size));
    var terminal = new Terminal(id, size != null, started);
    Thread.ofPlatform().daemon().name("output " + id).start(() -> terminal.takeOutput(receiver));
    Thread.ofVirtual().name("watch " + id).start(() -> terminal.watch(receiver));
    return terminal;
  }

  /** Types the bytes, waiting for room; false when the shell takes none (for too long). */
  public boolean input(byte[] bytes) {
    var deadline = System.nanoTime() + INPUT_LIMIT.toNanos();
    while (!input.offer(bytes)) {
      if (hasEnded() || System.nanoTime() > deadline) {
        return false;
      }
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
    return true;
  }

  /** There is no more input; on a terminal this types ^D. */
  public void endInput() {
    if (pty) {
      input.offer(new byte[] {4});
    } else {
      input.end();
    }
  }

  /** Tells the terminal its size. */
  public void resize(PtySize size) {
    if (pty) {
      input.resize(size);
    }
  }

  public boolean hasEnded() {
    return started.child().hasEnded();
  }

  /** Ends the shell and all that it started, unless it ended by itself before. */
  public void hangUp() {
    if (hasEnded()) {
      return;
    }
    ProcessTree.signal(ProcessTree.ofCommand(pid(), id), Posix.SIGHUP);
    ProcessTree.awaitGone(this::hasEnded, GENTLE);
    if (!ProcessTree.kill(() -> ProcessTree.ofCommand(pid(), id), HARD)) {
      Log.warn("the processes of " + id + " could not be killed");
    }
  }

  private int pid() {
    return hasEnded() ? 0 : started.process().pid();
  }

  private void takeOutput(Receiver receiver) {
    var descriptor = started.process().output();
    try (var arena = Arena.ofConfined()) {
      var errno = Posix.errnoIn(arena);
      var buffer = arena.allocate(32 << 10);
      var count = 0L;
      var heard = true;
      // A terminal whose last user has gone answers with an error instead of end of file.
      while ((count = Posix.read(errno, descriptor, buffer)) > 0 || count == -Posix.EINTR) {
        if (count > 0 && heard) {
          delivering = true;
          heard = deliver(receiver, buffer.asSlice(0, count).asByteBuffer());
          lastOutput = System.nanoTime();
          delivering = false;
        }
      }
    } finally {
      endOfOutput.countDown();
      Posix.close(descriptor);
    }
  }

  /** False when nobody listens: from then on output is thrown away, so that writers live on. */
  private static boolean deliver(Receiver receiver, ByteBuffer bytes) {
    try {
      receiver.output(bytes);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void watch(Receiver receiver) {
    try {
      started.child().await();
      var limit = System.nanoTime() + DRAIN_LIMIT.toNanos();
      lastOutput = System.nanoTime();
      while (!endOfOutput.await(DRAIN.toMillis() / 4, TimeUnit.MILLISECONDS)
          && System.nanoTime() < limit
          && (delivering || System.nanoTime() - lastOutput < DRAIN.toNanos())) {
        // Background children may hold the terminal open: silence counts as the end, too.
      }
      input.end();
      receiver.exited(started.child().exitCode());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
