package io.agentservice.server.agent.loop.tools;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.engine.machine.Machine;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A command's output: decoded as UTF-8, masked, live, bounded. */
final class CommandOutput implements Machine.Output {
  static final int MODEL_CHARACTERS = 10_000;

  static final int LOG_CHARACTERS = 262_144;

  private final ReentrantLock lock = new ReentrantLock();
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final HeadTail kept = new HeadTail(LOG_CHARACTERS);
  private final Redactor.Stream redactor;
  private final Consumer<String> live;
  private ByteBuffer undecoded = ByteBuffer.allocate(0);
  private long next;
  private boolean ended;

  CommandOutput(Redactor redactor, Consumer<String> live) {
    this.redactor = redactor.stream();
    this.live = live;
  }

  @Override
  public void accept(long offset, byte[] bytes) {
    lock.lock();
    try {
      if (ended) {
        return; // of a command that runs on without us
      }
      // A stream that starts over after a reconnection repeats what is known.
      long known = Math.max(0, next - offset);
      if (known < bytes.length) {
        next = offset + bytes.length;
        var rest = ByteBuffer.wrap(bytes, (int) known, bytes.length - (int) known);
        give(redactor.accept(decode(rest, false)));
      }
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      ended = true;
      give(redactor.accept(decode(ByteBuffer.allocate(0), true)) + redactor.end());
    } finally {
      lock.unlock();
    }
  }

  private String decode(ByteBuffer bytes, boolean last) {
    var all = ByteBuffer.allocate(undecoded.remaining() + bytes.remaining());
    all.put(undecoded).put(bytes).flip();
    var chars = CharBuffer.allocate(all.remaining() + 1);
    decoder.decode(all, chars, last);
    undecoded = all.slice();
    return chars.flip().toString();
  }

  private void give(String text) {
    if (!text.isEmpty()) {
      kept.append(text);
      live.accept(text);
    }
  }

  /** How many bytes came. */
  long bytes() {
    return next;
  }

  long cut() {
    return kept.left(MODEL_CHARACTERS);
  }

  String forModel() {
    var inLog =
        kept.left(LOG_CHARACTERS) == 0
            ? "them"
            : "the first and the last %,d of the whole".formatted(LOG_CHARACTERS / 2);
    return kept.cut(
        MODEL_CHARACTERS,
        "[%,d characters left out here. The people of this session can read %s in its log; to see more yourself, write the output to a file and look at parts of it.]"
            .formatted(cut(), inLog));
  }

  String forLog() {
    return kept.cut(
        LOG_CHARACTERS, "[%,d characters left out]".formatted(kept.left(LOG_CHARACTERS)));
  }
}
