package io.agentservice.remote.shell;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.process.Processes;
import io.agentservice.remote.process.SignalName;
import io.agentservice.remote.process.Started;
import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.program.Program;
import io.agentservice.remote.state.Journal;
import io.agentservice.wire.frames.ToRemote.Exec;
import io.agentservice.wire.frames.ToRemote.PtySize;
import io.agentservice.wire.frames.ToServer.Exited;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The live side of a command: output, time limit, end. Output is read to end of file even after the
 * command's end: background children must not die of a closed pipe.
 */
final class Run {
  private static final Duration DRAIN = Duration.ofMillis(200);
  private static final int READ_AT_ONCE = 64 << 10;
  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

  private final Exec exec;
  private final Command command;
  private final Journal journal;
  private final long startedAt = System.nanoTime();
  private final CountDownLatch endOfOutput = new CountDownLatch(1);
  private volatile boolean signalled;
  private volatile @Nullable SignalName signal;
  private volatile @Nullable Started started;
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
  void start(Processes processes, Program program) throws NotStartedException {
    var threads = Thread.ofPlatform().daemon().name("output " + exec.id()).factory();
    start(processes, program, threads);
  }

  /** A program without threads to look after it is ended. */
  void start(Processes processes, Program program, ThreadFactory threads)
      throws NotStartedException {
    var process = processes.start(exec.id(), program, exec.stdin(), exec.pty());
    started = process;
    command.started(process.pid());
    var read = false;
    try {
      if (process.hasInput()) {
        input = new Input(process, exec.id());
      }
      threads.newThread(() -> takeOutput(process)).start();
      read = true;
      Thread.ofVirtual().name("watch " + exec.id()).start(() -> watch(process));
    } catch (RuntimeException | OutOfMemoryError e) {
      abandon(process, read);
      throw e;
    }
  }

  private void abandon(Started process, boolean read) {
    if (!process.killTree(KILL_LIMIT)) {
      Log.warn("the processes of " + exec.id() + " could not be killed");
    }
    if (process.hasInput() && input == null) {
      process.closeInput();
    }
    if (!read) {
      process.closeOutput();
    }
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

  /** False when it has no terminal. */
  boolean resize(PtySize size) {
    var terminal = input;
    return exec.pty() != null && terminal != null && terminal.resize(size);
  }

  /** From now on an end by a signal counts as ours. */
  void markSignalled() {
    signalled = true;
  }

  /** Signals all its living processes. */
  void signal(SignalName signal) {
    this.signal = signal;
    signalled = true;
    var process = started;
    if (process == null) { // it could not be started
      return;
    }
    if (signal == SignalName.KILL) {
      Thread.startVirtualThread(() -> process.killTree(KILL_LIMIT));
    } else {
      process.signalTree(signal);
    }
  }

  private void takeOutput(Started process) {
    try {
      process.readOutput(READ_AT_ONCE, command::append);
    } finally {
      endOfOutput.countDown();
    }
  }

  private void watch(Started running) {
    try {
      var timedOut = !endsInTime(running);
      if (timedOut) {
        running.killTree(KILL_LIMIT);
        running.await(KILL_LIMIT);
      }
      endOfOutput.await(DRAIN.toNanos(), TimeUnit.NANOSECONDS);
      var exitCode = running.hasEnded() ? running.exitCode() : null;
      var killed = signalled && (running.signalled() || tellsOfOurs(exitCode));
      finish(timedOut ? Outcome.TIMED_OUT : killed ? Outcome.KILLED : Outcome.EXITED, exitCode);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether it is a shell whose last command our signal reached before the shell itself. */
  private boolean tellsOfOurs(@Nullable Integer exitCode) {
    var sent = signal;
    return sent != null && exitCode != null && exitCode == 128 + sent.number();
  }

  private boolean endsInTime(Started running) throws InterruptedException {
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
    var truncated = command.truncated();
    var exited = new Exited(exec.id(), outcome, exitCode, millis, size, truncated, command.fault());
    try {
      journal.end(exited);
    } catch (IOException e) {
      Log.warn("end of " + exec.id() + " cannot be written down: " + e.getMessage());
    }
    command.finish(exited);
  }
}
