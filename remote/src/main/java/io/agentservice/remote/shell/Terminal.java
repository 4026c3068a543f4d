package io.agentservice.remote.shell;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.process.Processes;
import io.agentservice.remote.process.SignalName;
import io.agentservice.remote.process.Started;
import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.program.Program;
import io.agentservice.wire.frames.ToRemote.PtySize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A person's shell, or a program of the remote's own: a command outside the journal with one
 * receiver, which may slow it down or lose output. What it leaves running lives to the session's
 * end, or to {@link #hangUp}.
 */
public final class Terminal {
  private static final int READ_AT_ONCE = 32 << 10;
  private static final Duration DRAIN = Duration.ofMillis(200);
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(30);
  private static final Duration INPUT_LIMIT = Duration.ofSeconds(30);
  private static final Duration GENTLE = Duration.ofSeconds(1);
  private static final Duration HARD = Duration.ofSeconds(5);

  public interface Receiver {
    /** May block; the buffer is valid during the call only. An exception: nobody is there. */
    void output(ByteBuffer bytes) throws IOException;

    /** The last call: the shell's status, 128 + signal when one ended it. */
    void exited(int code);
  }

  private final String id;
  private final boolean pty;
  private final Started process;
  private final Input input;
  private final CountDownLatch endOfOutput = new CountDownLatch(1);
  private volatile boolean delivering;
  private boolean heard = true; // known to the thread that takes the output
  private volatile long lastOutput = System.nanoTime();

  private Terminal(String id, boolean pty, Started process) {
    this.id = id;
    this.pty = pty;
    this.process = process;
    this.input = new Input(process, id);
  }

  /** A null size: pipes. */
  static Terminal open(
      String id, Processes processes, Program program, @Nullable PtySize size, Receiver receiver)
      throws NotStartedException {
    var process = processes.start(id, program, true, size);
    var terminal = new Terminal(id, size != null, process);
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
    return process.hasEnded();
  }

  public void hangUp() {
    if (hasEnded()) {
      return;
    }
    process.signalTree(SignalName.HUP);
    try {
      process.await(GENTLE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!process.killTree(HARD)) {
      Log.warn("the processes of " + id + " could not be killed");
    }
  }

  /** Ends it and what it left running, at once. */
  public void kill() {
    if (!process.killTree(HARD)) {
      Log.warn("the processes of " + id + " could not be killed");
    }
  }

  private void takeOutput(Receiver receiver) {
    try {
      process.readOutput(
          READ_AT_ONCE,
          bytes -> {
            if (heard) {
              delivering = true;
              heard = deliver(receiver, bytes);
              lastOutput = System.nanoTime();
              delivering = false;
            }
          });
    } finally {
      endOfOutput.countDown();
    }
  }

  /** False when nobody listens; output is then dropped. */
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
      process.await();
      var limit = System.nanoTime() + DRAIN_LIMIT.toNanos();
      lastOutput = System.nanoTime();
      while (!endOfOutput.await(DRAIN.toMillis() / 4, TimeUnit.MILLISECONDS)
          && System.nanoTime() < limit
          && (delivering || System.nanoTime() - lastOutput < DRAIN.toNanos())) {
        // Background children may hold the terminal open: silence counts as the end, too.
      }
      input.end();
      receiver.exited(process.exitCode());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
