package io.agentservice.remote.shell;

import io.agentservice.remote.Log;
import io.agentservice.remote.state.Journal;
import io.agentservice.wire.frames.ToRemote.Exec;
import io.agentservice.wire.frames.ToRemote.PtySize;
import io.agentservice.wire.frames.ToServer.Exited;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The live side of a command: takes its output, watches its time, and writes its end down. One
 * thread reads the output to end of file, also after the command's end, because background children
 * that still write must not die of a closed pipe.
 */
final class Run {
  private static final Duration DRAIN = Duration.ofMillis(200);
  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

  private final Exec exec;
  private final Command command;
  private final Journal journal;
  private final long startedAt = System.nanoTime();
  private final CountDownLatch endOfOutput = new CountDownLatch(1);
  private volatile boolean signalled;
  private volatile Children.@Nullable Child child;
  private volatile @Nullable Input input;

  Run(Exec exec, Command command, Journal journal) {
    this.exec = exec;
    this.command = command;
    this.journal = journal;
  }

  Command command() {
    return command;
  }

  /** Starts the program and returns; what follows happens by itself. */
  void start(Children children, Spawner.Program program) throws NotStartedException {
    var pty = exec.pty();
    var started =
        children.start(() ->
            pty == null
                ? Spawner.withPipes(program, exec.stdin())
                : Spawner.withTerminal(program, pty));
    child = started.child();
    var process = started.process();
    command.started(process.pid());
    if (process.input() >= 0) {
      input = new Input(process.input(), exec.id());
    }
    Thread.ofPlatform()
        .daemon()
        .name("output " + exec.id())
        .start(() -> takeOutput(process.output()));
    Thread.ofVirtual().name("watch " + exec.id()).start(() -> watch(started.child()));
  }

  /** The end of a command that could not be started; its output says why. */
  void notStarted(NotStartedException e) {
    var line = "agent-remote: " + e.getMessage() + "\n";
    command.append(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
    finish(Outcome.NOT_STARTED, e.exitCode());
  }

  /** False when it takes no (more) input. */
  boolean input(byte[] bytes, boolean end) {
    var open = input;
    if (open == null) {
      return false;
    }
    var taken = open.offer(bytes);
    if (taken && end) {
      if (exec.pty() == null) {
        open.end();
      } else {
        taken = open.offer(new byte[] {4}); // ^D
      }
    }
    return taken;
  }

  /** False when it has no terminal (any more). */
  boolean resize(PtySize size) {
    var terminal = input;
    return exec.pty() != null && terminal != null && terminal.resize(size);
  }

  /** From now on an end by a signal counts as ours. */
  void markSignalled() {
    signalled = true;
  }

  /** What it started and still lives. */
  Set<ProcessRow> tree() {
    return ProcessTree.ofCommand(pid(), exec.id());
  }

  /** Pid of the main process while it is surely its own; else 0. */
  int pid() {
    var running = child;
    return running == null || running.hasEnded() ? 0 : (int) command.pid();
  }

  private void takeOutput(int descriptor) {
    try (var arena = Arena.ofConfined()) {
      var errno = Posix.errnoIn(arena);
      var buffer = arena.allocate(64 << 10);
      var count = 0L;
      // A terminal whose last user has gone answers with an error instead of end of file.
      while ((count = Posix.read(errno, descriptor, buffer)) > 0 || count == -Posix.EINTR) {
        if (count > 0) {
          command.append(buffer.asSlice(0, count).asByteBuffer());
        }
      }
    } finally {
      endOfOutput.countDown();
      Posix.close(descriptor);
    }
  }

  private void watch(Children.Child running) {
    try {
      var timedOut = !endsInTime(running);
      if (timedOut) {
        ProcessTree.kill(this::tree, KILL_LIMIT);
        running.await(KILL_LIMIT);
      }
      endOfOutput.await(DRAIN.toNanos(), TimeUnit.NANOSECONDS);
      var exitCode = running.hasEnded() ? running.exitCode() : null;
      var killed = signalled && running.signalled();
      finish(timedOut ? Outcome.TIMED_OUT : killed ? Outcome.KILLED : Outcome.EXITED, exitCode);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean endsInTime(Children.Child running) throws InterruptedException {
    if (exec.timeoutMillis() <= 0) {
      running.await();
      return true;
    }
    return running.await(Duration.ofMillis(exec.timeoutMillis()));
  }

  private void finish(Outcome outcome, @Nullable Integer exitCode) {
    var size = command.closeOutput();
    var millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedAt);
    var open = input;
    if (open != null) {
      open.end();
    }
    var exited = new Exited(exec.id(), outcome, exitCode, millis, size, command.truncated());
    try {
      journal.end(exited);
    } catch (IOException e) {
      Log.warn("end of " + exec.id() + " cannot be written down: " + e.getMessage());
    }
    command.finish(exited);
  }
}
