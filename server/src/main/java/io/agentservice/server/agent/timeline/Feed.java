package io.agentservice.server.agent.timeline;

import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.parts.SessionJson;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the viewers of a session on this node share: its log is read and folded once for all of
 * them, as long as there is one. Any of them has it look.
 */
final class Feed implements AutoCloseable {
  /** How soon events of other nodes are noticed, and what no event tells of. */
  private static final Duration POLL = Duration.ofSeconds(1);

  /** What is kept for those that are behind; others read the log themselves. */
  private static final int MOST_FRAMES = 2_000;

  private static final long MOST_BYTES = 4 << 20;

  private static final Set<String> TELL_OF_MESSAGES =
      Set.of("created", "message_queued", "message_withdrawn", "user_message", "status");

  private final ReentrantLock lock = new ReentrantLock();
  private final SessionId session;
  private final Timelines timelines;
  private final Supplier<String> base;
  private final EventSignals.Listener listener;
  private final Frames frames;
  private final Deque<Kept> kept = new ArrayDeque<>();
  private long bytes;

  /** All frames of later events are kept. */
  private long from;

  private long last;
  private boolean begun;
  private long lookedAt;
  private State state = new State(0, new byte[0], 0, new byte[0], false);

  private record Kept(long seq, byte[] frame) {}

  /** The session and its queue as they are, each with the number of its version. */
  record State(long session, byte[] sessionFrame, long queue, byte[] queueFrame, boolean ended) {}

  /** What is new for a viewer; {@code frames} null: he is too far behind. */
  record News(@Nullable List<byte[]> frames, long last, State state) {}

  Feed(SessionId session, Timelines timelines, EventSignals signals, Supplier<String> base) {
    this.session = session;
    this.timelines = timelines;
    this.base = base;
    this.listener = signals.listen(session);
    this.frames = new Frames(timelines.sessions().rates(session));
  }

  /** Looks at the log if there may be news; answers what came after a number, -1: from now on. */
  News look(long after) throws InterruptedException {
    lock.lock();
    try {
      boolean rung = listener.await(Duration.ZERO);
      if (!begun || rung || System.nanoTime() - lookedAt >= POLL.toNanos()) {
        lookedAt = System.nanoTime();
        read();
      }
      boolean behind = after >= 0 && after < from;
      long beyond = after < 0 ? last : after;
      return new News(
          behind ? null : kept.stream().filter(one -> one.seq() > beyond).map(Kept::frame).toList(),
          last,
          state);
    } finally {
      lock.unlock();
    }
  }

  /** The step of a call that runs. */
  @Nullable String stepOf(String callId) {
    lock.lock();
    try {
      return frames.stepOf(callId);
    } finally {
      lock.unlock();
    }
  }

  private void read() {
    boolean messages = !begun;
    if (!begun) {
      last = timelines.last(session);
      from = last;
      var turn = timelines.turns(session).backwards(last + 1).next();
      if (turn != null) {
        turn.events().forEach(frames::of); // learns of the calls that run
      }
      begun = true;
    }
    var known = timelines.sessions().find(session).orElseThrow(); // before the end of its log
    EventLog.Part part;
    do {
      part = timelines.log().after(session, last, EventLog.PAGE);
      for (Event event : part.events()) {
        last = event.seq();
        frames.of(event).forEach(frame -> keep(event.seq(), frame));
        messages |= TELL_OF_MESSAGES.contains(event.type());
      }
    } while (part.more());
    var shown =
        Frames.frame(
            "session", 0, Json.MAPPER.writeValueAsString(SessionJson.of(known, base.get())));
    boolean changed = !Arrays.equals(shown, state.sessionFrame());
    state =
        new State(
            state.session() + (changed ? 1 : 0),
            shown,
            state.queue() + (messages ? 1 : 0),
            messages ? queue() : state.queueFrame(),
            known.standing().status().ended());
  }

  private byte[] queue() {
    return Frames.frame(
        "messages",
        0,
        Json.MAPPER.writeValueAsString(
            QueueJson.of(timelines.sessions().queue(session, QueueJson.MOST + 1))));
  }

  private void keep(long seq, byte[] frame) {
    kept.addLast(new Kept(seq, frame));
    bytes += frame.length;
    while (kept.size() > MOST_FRAMES || bytes > MOST_BYTES) {
      from = kept.getFirst().seq();
      while (!kept.isEmpty() && kept.getFirst().seq() == from) {
        bytes -= kept.removeFirst().frame().length;
      }
    }
  }

  @Override
  public void close() {
    listener.close();
  }
}
