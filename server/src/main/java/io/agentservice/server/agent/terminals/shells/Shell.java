package io.agentservice.server.agent.terminals.shells;

import io.agentservice.server.base.ids.TerminalId;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One shell: what it has put out, its size, who looks on, and its end. Thread-safe. */
final class Shell {
  /** Viewers at a time. */
  static final int MOST_VIEWERS = 16;

  /** For a shell to start on a busy machine. */
  private static final Duration START = Duration.ofSeconds(10);

  /** As the agent's commands, but for the terminal: bash where there is one. */
  private static final List<String> PROGRAM =
      List.of("sh", "-c", "if command -v bash >/dev/null 2>&1; then exec bash; else exec sh; fi");

  private final TerminalId id;
  private final Owner owner;
  private final Machine machine;
  private final long createdAt;
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final Scrollback output = new Scrollback();
  private Size size;
  private int viewers;
  private long leftAt;
  private boolean started;
  private long version;
  private @Nullable Ending ending;

  Shell(
      TerminalId id, Owner owner, Machine machine, Size size, long createdAt, LongSupplier nanos) {
    this.id = id;
    this.owner = owner;
    this.machine = machine;
    this.size = size;
    this.createdAt = createdAt;
    this.nanos = nanos;
    this.leftAt = nanos.getAsLong();
  }

  TerminalId id() {
    return id;
  }

  Owner owner() {
    return owner;
  }

  /** Runs the shell and waits for its end. */
  void run(@Nullable String cwd) {
    if (ending() != null) {
      return;
    }
    try {
      var first = size();
      var program = new Machine.Program(id.value(), PROGRAM, cwd, first.pty());
      var answer = machine.terminal(program, () -> started(first), (_, bytes) -> append(bytes));
      end(
          answer instanceof ToServer.Exited exited
              ? Ending.exited(exited.exitCode())
              : Ending.FAILED);
      machine.forget(List.of(id.value()));
    } catch (MachineLostException _) {
      end(Ending.MACHINE_AWAY);
    } finally {
      end(Ending.FAILED);
    }
  }

  /** Called by the connection's reader, which must not wait for what we send. */
  private void started(Size first) {
    boolean over;
    lock.lock();
    try {
      started = true;
      over = ending != null;
      tell();
    } finally {
      lock.unlock();
    }
    if (over) {
      var _ = sendKill();
    } else if (!size().equals(first)) {
      Thread.ofVirtual().name("resized terminal").start(this::tellSize);
    }
  }

  /** Called by the connection's reader. */
  private void append(byte[] bytes) {
    boolean full;
    lock.lock();
    try {
      output.append(bytes);
      full = output.end() >= ToRemote.ReadOutput.MOST_KEPT; // the machine throws away the rest
      tell();
    } finally {
      lock.unlock();
    }
    if (full) {
      var _ = kill(Ending.OUTPUT_LIMIT);
    }
  }

  /**
   * Ends it for its viewers now, and its processes soon: done when the machine has been told, or
   * will be once it has started. Never waits for the machine.
   */
  CompletableFuture<Void> kill(Ending why) {
    boolean runs;
    lock.lock();
    try {
      runs = end(why) && started;
    } finally {
      lock.unlock();
    }
    return runs ? sendKill() : CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Void> sendKill() {
    return CompletableFuture.runAsync(
        () -> {
          try {
            machine.signal(id.value(), "KILL");
          } catch (MachineLostException _) { // who connects next is told what was left
            return;
          }
        },
        Thread.ofVirtual().name("killed terminal")::start);
  }

  /** False when it has ended before. */
  private boolean end(Ending how) {
    lock.lock();
    try {
      if (ending != null) {
        return false;
      }
      ending = how;
      tell();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Types; waits while the machine does not read, and a while for a shell that is to start. */
  void type(byte[] bytes) {
    try {
      if (awaitStart()) {
        machine.input(id.value(), bytes, false);
      }
    } catch (MachineLostException _) {
      end(Ending.MACHINE_AWAY);
    }
  }

  private boolean awaitStart() {
    long left = START.toNanos();
    lock.lock();
    try {
      while (!started && ending == null && left > 0) {
        left = news.awaitNanos(left);
      }
      return started && ending == null;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Its size is that of the viewer who changed his last. */
  void resize(Size wanted) {
    lock.lock();
    try {
      if (ending != null || wanted.equals(size)) {
        return;
      }
      size = wanted;
      tell();
      if (!started) {
        return; // told once it has
      }
    } finally {
      lock.unlock();
    }
    tellSize();
  }

  private void tellSize() {
    try {
      machine.resize(id.value(), size().pty());
    } catch (MachineLostException _) {
      end(Ending.MACHINE_AWAY);
    }
  }

  /** False when there are too many, or it has ended. */
  boolean enter() {
    lock.lock();
    try {
      if (ending != null || viewers >= MOST_VIEWERS) {
        return false;
      }
      viewers++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      viewers--;
      leftAt = nanos.getAsLong();
    } finally {
      lock.unlock();
    }
  }

  /** Wakes who waits for news. */
  void wake() {
    lock.lock();
    try {
      tell();
    } finally {
      lock.unlock();
    }
  }

  /** With the lock held. */
  private void tell() {
    version++;
    news.signalAll();
  }

  /** How long nobody has looked on. */
  Duration unseen() {
    lock.lock();
    try {
      return viewers > 0 ? Duration.ZERO : Duration.ofNanos(nanos.getAsLong() - leftAt);
    } finally {
      lock.unlock();
    }
  }

  Terminal shown() {
    lock.lock();
    try {
      return new Terminal(id, createdAt, viewers);
    } finally {
      lock.unlock();
    }
  }

  private Size size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  @Nullable Ending ending() {
    lock.lock();
    try {
      return ending;
    } finally {
      lock.unlock();
    }
  }

  /**
   * What there is to see from a place on.
   *
   * @param from of the first byte: later than asked for when what was between is not kept
   * @param ending null while it goes on
   * @param version counts what has happened
   */
  record View(long from, ByteBuffer bytes, Size size, @Nullable Ending ending, long version) {}

  View view(long from, int most) {
    lock.lock();
    try {
      long first = Math.clamp(from, output.start(), output.end());
      return new View(first, output.read(first, most), size, ending, version);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until more has happened than at that view, or was woken. */
  void await(View seen, Duration time) throws InterruptedException {
    long left = time.toNanos();
    lock.lockInterruptibly();
    try {
      while (version == seen.version() && left > 0) {
        left = news.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
