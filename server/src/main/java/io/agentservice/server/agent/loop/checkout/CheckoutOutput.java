package io.agentservice.server.agent.loop.checkout;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.engine.machine.Machine;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the script puts out: lines for the service, the last lines of git, and now and then one of
 * them to those who watch. Written by the connection's reader, read by the loop.
 */
final class CheckoutOutput implements Machine.Output {
  /** Between two lines of progress. */
  static final Duration PAUSE = Duration.ofSeconds(10);

  private static final int KEPT_LINES = 40;
  private static final int LONGEST_LINE = 1000;

  private final ReentrantLock lock = new ReentrantLock();
  private final String mark;
  private final Redactor redactor;
  private final Consumer<String> live;
  private final LongSupplier nanos;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final Map<String, String> told = new HashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final Deque<String> said = new ArrayDeque<>();
  private long next;
  private long shownAt;
  private boolean shown;

  CheckoutOutput(String mark, Redactor redactor, Consumer<String> live, LongSupplier nanos) {
    this.mark = mark + " ";
    this.redactor = redactor;
    this.live = live;
    this.nanos = nanos;
  }

  @Override
  public void accept(long offset, byte[] bytes) {
    lock.lock();
    try {
      // A stream that starts over after a reconnection repeats what is known.
      int known = (int) Math.min(bytes.length, Math.max(0, next - offset));
      next = Math.max(next, offset + bytes.length);
      for (int i = known; i < bytes.length; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r') {
          endLine();
        } else if (line.size() < LONGEST_LINE) {
          line.write(bytes[i]);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void endLine() {
    String text = line.toString(UTF_8).strip();
    line.reset();
    if (text.startsWith(mark)) {
      tell(text.substring(mark.length()));
    } else if (!text.isEmpty()) {
      String masked = redactor.mask(text);
      said.addLast(masked);
      if (said.size() > KEPT_LINES) {
        said.removeFirst();
      }
      show(masked);
    }
  }

  private void tell(String text) {
    int blank = text.indexOf(' ');
    String kind = blank < 0 ? text : text.substring(0, blank);
    String value = blank < 0 ? "" : text.substring(blank + 1);
    if (kind.equals("note")) {
      notes.add(value);
    } else {
      told.put(kind, value);
    }
  }

  private void show(String text) {
    long now = nanos.getAsLong();
    if (!shown || now - shownAt >= PAUSE.toNanos()) {
      shown = true;
      shownAt = now;
      live.accept(text + "\n");
    }
  }

  /** What the script has told under that word; null when nothing, or nothing with content. */
  @Nullable String told(String kind) {
    lock.lock();
    try {
      String value = told.get(kind);
      return value == null || value.isEmpty() ? null : value;
    } finally {
      lock.unlock();
    }
  }

  List<String> notes() {
    lock.lock();
    try {
      return List.copyOf(notes);
    } finally {
      lock.unlock();
    }
  }

  /** The last lines that git said. */
  List<String> said() {
    lock.lock();
    try {
      return List.copyOf(said);
    } finally {
      lock.unlock();
    }
  }
}
