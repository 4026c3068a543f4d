package io.agentservice.remote.shell;

import io.agentservice.wire.frames.ToRemote.PtySize;
import java.nio.ByteBuffer;
import java.time.Duration;

/** One process that we started, with the means to talk to it, and everything that it started. */
sealed interface Started permits PosixProcess, PortableProcess {
  /** Takes output; the buffer is valid during the call only. */
  interface Sink {
    void take(ByteBuffer bytes);
  }

  long pid();

  /** Reads the output to its end, which may be long after that of the process; called once. */
  void readOutput(int atMostAtOnce, Sink sink);

  /** Gives the output back that nobody is to read; not after {@link #readOutput} was called. */
  void closeOutput();

  /** True when there is an input to write to. */
  boolean hasInput();

  /** Writes it all to the input, however long that takes; false when nobody reads any more. */
  boolean write(byte[] bytes);

  /** Gives the input back; called once, by the thread that writes. */
  void closeInput();

  /** Tells the terminal its size; nothing happens without one. Not after {@link #closeInput}. */
  void resize(PtySize size);

  boolean await(Duration limit) throws InterruptedException;

  void await() throws InterruptedException;

  boolean hasEnded();

  /** True when a signal ended it. */
  boolean signalled();

  /** Its status, or 128 + signal; only after the end. */
  int exitCode();

  /** Signals all that it started and still lives, itself included. Does not wait. */
  void signalTree(SignalName signal);

  /**
   * Kills all that it started and still lives, itself included.
   *
   * @return false when some of it still lives at the limit
   */
  boolean killTree(Duration limit);
}
