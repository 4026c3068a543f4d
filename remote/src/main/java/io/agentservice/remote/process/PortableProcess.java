package io.agentservice.remote.process;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.base.Platform;
import io.agentservice.wire.frames.ToRemote.PtySize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

final class PortableProcess implements Started {
  private static final boolean WINDOWS = Platform.CURRENT == Platform.WINDOWS;
  private static final int TERMINATED = 1; // exit code of what Java ends on Windows

  private final Process process;
  private final Family family;
  private final boolean stdin;

  PortableProcess(Process process, Family family, boolean stdin) {
    this.process = process;
    this.family = family;
    this.stdin = stdin;
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public void readOutput(int atMostAtOnce, Sink sink) {
    var buffer = new byte[atMostAtOnce];
    try (var output = process.getInputStream()) {
      for (var count = output.read(buffer); count >= 0; count = output.read(buffer)) {
        sink.take(ByteBuffer.wrap(buffer, 0, count));
      }
    } catch (IOException e) {
      // Java closes it under our hands when the process has gone: that is the end, too.
    }
  }

  @Override
  public void closeOutput() {
    try {
      process.getInputStream().close();
    } catch (IOException e) {
      Log.info("output of process " + pid() + ": " + e.getMessage());
    }
  }

  @Override
  public boolean hasInput() {
    return stdin;
  }

  @Override
  public boolean write(byte[] bytes) {
    try {
      process.getOutputStream().write(bytes);
      process.getOutputStream().flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      Log.info("input of process " + pid() + ": " + e.getMessage());
    }
  }

  @Override
  public void resize(PtySize size) {
    // It has no terminal.
  }

  @Override
  public boolean await(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void await() throws InterruptedException {
    process.waitFor();
  }

  @Override
  public boolean hasEnded() {
    return !process.isAlive();
  }

  @Override
  public boolean signalled() {
    return family.sent() != null
        && (WINDOWS ? process.exitValue() == TERMINATED : process.exitValue() > 128);
  }

  @Override
  public int exitCode() {
    var signal = family.sent();
    return WINDOWS && signal != null && signalled() ? 128 + signal.number() : process.exitValue();
  }

  @Override
  public void signalTree(SignalName signal) {
    family.signal(signal);
  }

  @Override
  public boolean killTree(Duration limit) {
    return Family.kill(List.of(family), limit);
  }
}
