package io.agentservice.server.agent.timeline;

import io.agentservice.server.agent.timeline.Frames.Piece;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.answers.Viewed;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.push.Readers;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A viewer's stream: the steps that change, live text, session and queue, and {@code end}. */
final class TimelineStream {
  /** How soon live text is sent. */
  private static final Duration TICK = Duration.ofMillis(200);

  private static final Duration THERE = Duration.ofSeconds(Readers.PACE_SECONDS);

  /** What the streams of all viewers share. */
  record Sources(
      Timelines timelines,
      Viewed<SessionId, Feed> feeds,
      EventSignals signals,
      LivePieces live,
      Duration longest,
      Duration keepalive) {}

  private final Sources sources;
  private final SessionId session;
  private final OutputStream out;
  private final Waits waits;

  /** The last event that the viewer knows; -1: whatever there is. */
  private long known;

  private Feed.@Nullable State told;
  private boolean wrote;

  TimelineStream(Sources sources, SessionId session, long after, OutputStream out, Waits waits) {
    this.sources = sources;
    this.session = session;
    this.known = after;
    this.out = out;
    this.waits = waits;
  }

  /**
   * Writes until the session has ended, the longest time is over or the viewer has gone, and runs
   * {@code isThere} again and again until then.
   */
  void write(Runnable isThere) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long quietSince = start;
    long toldAt = start - THERE.toNanos();
    try (var listener = sources.signals().listen(session);
        var watch = sources.live().watch(session);
        var hold = sources.feeds().hold(session)) {
      while (System.nanoTime() - start < sources.longest().toNanos() && !waits.isOver()) {
        wrote = false;
        if (System.nanoTime() - toldAt >= THERE.toNanos()) {
          toldAt = System.nanoTime();
          isThere.run();
        }
        if (tell(hold.value())) {
          send(Frames.END);
          out.flush();
          return;
        }
        for (var piece : merged(watch.take(), hold.value())) {
          send(piece.frame());
        }
        if (wrote) {
          quietSince = System.nanoTime();
        } else if (System.nanoTime() - quietSince >= sources.keepalive().toNanos()) {
          quietSince = System.nanoTime();
          send(Frames.KEEPALIVE);
        }
        out.flush();
        waits.on(() -> listener.await(TICK));
      }
    }
  }

  /** Sends what is new; true when the session has ended and all of it was sent. */
  private boolean tell(Feed feed) throws IOException, InterruptedException {
    var news = feed.look(known);
    while (news.frames() == null && !waits.isOver()) {
      catchUp(news.last());
      news = feed.look(known);
    }
    var frames = news.frames();
    if (frames == null) {
      return false;
    }
    var state = news.state();
    var before = told;
    if (before == null || before.session() != state.session()) {
      send(state.sessionFrame());
    }
    if (before == null || before.queue() != state.queue()) {
      send(state.queueFrame());
    }
    for (var frame : frames) {
      send(frame);
    }
    known = news.last();
    told = state;
    return state.ended();
  }

  /** Of a long log, at the pace of its reader, without keeping it. */
  private void catchUp(long to) throws IOException {
    var turns = sources.timelines().turns(session);
    var frames = new Frames(sources.timelines().sessions().rates(session));
    var from = turns.forwards(turns.beginning(known + 1));
    for (var turn = from.next(); turn != null && known < to; turn = from.next()) {
      for (var event : turn.events()) {
        var changed = frames.of(event);
        if (waits.isOver()) {
          return;
        }
        if (event.seq() > known) {
          for (var frame : changed) {
            send(frame);
          }
          known = event.seq();
        }
      }
    }
  }

  /** Text of the same place in one piece. */
  private static List<Piece> merged(List<LivePieces.Piece> pieces, Feed feed) {
    var merged = new ArrayList<Piece>();
    for (var piece : pieces) {
      var next = piece(piece, feed);
      var before = merged.isEmpty() ? null : merged.getLast();
      if (next != null
          && before != null
          && before.stream().equals(next.stream())
          && Objects.equals(before.stepId(), next.stepId())) {
        merged.set(
            merged.size() - 1,
            new Piece(next.stepId(), next.stream(), before.text() + next.text()));
      } else if (next != null) {
        merged.add(next);
      }
    }
    return merged;
  }

  private static @Nullable Piece piece(LivePieces.Piece piece, Feed feed) {
    return switch (piece) {
      case LivePieces.Piece.ModelText(String text) -> new Piece(null, "model", text);
      case LivePieces.Piece.Restart() -> Piece.RESTART;
      case LivePieces.Piece.CallOutput(String callId, String text) -> {
        String step = feed.stepOf(callId);
        yield step == null ? null : new Piece(step, "output", text);
      }
    };
  }

  private void send(byte[] frame) throws IOException {
    out.write(frame);
    wrote = true;
  }
}
