package io.agentservice.server.engine.gateway.connection;

import io.agentservice.server.engine.machine.Machine.Output;
import io.agentservice.wire.frames.OutputFrame;

/** A channel's bytes by offset, each handed on once and in order. Used by the reader only. */
final class ChannelInput {
  /** Credit is given back in pieces of this size, so that the sender never runs dry. */
  private static final int CREDIT_STEP = OutputFrame.WINDOW / 4;

  private static final long ANYWHERE = -1;

  private final Output sink;
  private final boolean held;
  private long next;
  private long uncredited;

  ChannelInput(long from, Output sink) {
    this(from, sink, false);
  }

  private ChannelInput(long from, Output sink, boolean held) {
    this.next = from;
    this.sink = sink;
    this.held = held;
  }

  /** Of what is sent once: whoever takes the bytes gives the credit back himself. */
  static ChannelInput held(Output sink) {
    return new ChannelInput(0, sink, true);
  }

  boolean isHeld() {
    return held;
  }

  /** Begins where the first frame does. */
  static ChannelInput fromAnywhere(Output sink) {
    return new ChannelInput(ANYWHERE, sink);
  }

  /** The first byte not yet handed on. */
  long next() {
    return next;
  }

  /** Takes a frame's bytes; false, and nothing taken, when bytes before it are missing. */
  boolean take(OutputFrame frame) {
    next = next == ANYWHERE ? frame.offset() : next;
    int size = frame.bytes().remaining();
    if (frame.offset() > next) {
      return false;
    }
    uncredited += size;
    long known = next - frame.offset();
    if (known < size) {
      var fresh = new byte[(int) (size - known)];
      frame.bytes().slice((int) known, fresh.length).get(fresh);
      long at = next;
      next += fresh.length;
      sink.accept(at, fresh);
    }
    return true;
  }

  /** Bytes to give back to the sender now; 0 while they are too few to be worth a frame. */
  long credit() {
    if (held || uncredited < CREDIT_STEP) {
      return 0;
    }
    long due = uncredited;
    uncredited = 0;
    return due;
  }

  /** A new channel starts with a full window. */
  void restart() {
    uncredited = 0;
  }
}
