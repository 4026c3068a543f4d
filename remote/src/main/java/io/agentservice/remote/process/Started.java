package io.agentservice.remote.process;

import io.agentservice.wire.frames.ToRemote.PtySize;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A started process, the means to talk to it, and its descendants. */
public interface Started {
  /** Takes output; the buffer is valid during the call only. */
  interface Sink {
    void take(ByteBuffer bytes);
  }

  long pid();

  /** Reads the output to its end, which may be long after that of the process; called once. */
  void readOutput(int atMostAtOnce, Sink sink);

  /** Closes unread output; not after {@link #readOutput}. */
  void closeOutput();

  boolean hasInput();

  /** Writes all to the input, blocking; false when nobody reads any more. */
  boolean write(byte[] bytes);

  /** Gives the input back; called once, by the thread that writes. */
  void closeInput();

  /** Nothing happens without a terminal. Not after {@link #closeInput}. */
  void resize(PtySize size);

  boolean await(Duration limit) throws InterruptedException;

  void await() throws InterruptedException;

  boolean hasEnded();

  /** True when a signal ended it. */
  boolean signalled();

  /** Its status, or 128 + signal; only after the end. */
  int exitCode();

  void signalTree(SignalName signal);

  /** Kills its process tree; false when some of it still lives at the limit. */
  boolean killTree(Duration limit);
}
