package io.agentservice.server.engine.sessions.live;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.live.LiveSql.Changed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the viewers of an organization on this node share: its changes are read once a second for
 * all of them, as long as there is one. Any of them has it look.
 */
final class Follower {
  /** No session is told of more often. */
  private static final Duration PACE = Duration.ofSeconds(1);

  /** What is read at once; who missed more reads the list again. */
  static final int MOST = 500;

  private static final int MOST_FRAMES = 2_000;
  private static final long MOST_BYTES = 4 << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final OrgId org;
  private final Database database;
  private final Sessions sessions;
  private final Supplier<String> base;
  private final Deque<Kept> kept = new ArrayDeque<>();

  /** What was told of since the position. */
  private Map<SessionId, Changed> told = Map.of();

  private String position;
  private long bytes;
  private long last;

  /** All that was told later is kept. */
  private long from;

  private long lookedAt = System.nanoTime();

  /** {@code viewer} null: everybody may see it. */
  record Frame(byte[] bytes, @Nullable String viewer) {
    boolean isFor(String author) {
      return viewer == null || viewer.equals(author);
    }
  }

  private record Kept(long number, Frame frame) {}

  /** What is new for a viewer; {@code frames} null: he is too far behind. */
  record News(@Nullable List<Frame> frames, long last, String position) {}

  Follower(OrgId org, Database database, Sessions sessions, Supplier<String> base) {
    this.org = org;
    this.database = database;
    this.sessions = sessions;
    this.base = base;
    this.position = database.with(LiveSql.class, LiveSql::position);
  }

  /** What was told after a number, -1: from now on. */
  News look(long after) {
    lock.lock();
    try {
      if (System.nanoTime() - lookedAt >= PACE.toNanos()) {
        read();
        lookedAt = System.nanoTime();
      }
      long beyond = after < 0 ? last : after;
      return new News(
          beyond < from
              ? null
              : kept.stream().filter(one -> one.number() > beyond).map(Kept::frame).toList(),
          last,
          position);
    } finally {
      lock.unlock();
    }
  }

  /** What has changed since a position of whatever node; null: more than can be told. */
  @Nullable List<Frame> since(String before) {
    if (database.with(LiveSql.class, sql -> sql.isAhead(before))) {
      return null;
    }
    var changed = database.with(LiveSql.class, sql -> sql.changed(org, before, MOST + 1));
    return changed.size() > MOST ? null : frames(changed, before, before, Map.of());
  }

  private void read() {
    String next = database.with(LiveSql.class, LiveSql::position);
    var changed = database.with(LiveSql.class, sql -> sql.changed(org, position, MOST + 1));
    if (changed.size() > MOST) {
      kept.clear();
      bytes = 0;
      from = ++last;
      told = Map.of();
    } else {
      var before = told;
      var fresh =
          changed.stream()
              .filter(one -> {
                var known = before.get(one.sessionId());
                return known == null || known.version() < one.version();
              })
              .toList();
      frames(fresh, position, next, before).forEach(this::keep);
      told =
          changed.stream()
              .collect(Collectors.toMap(Changed::sessionId, one -> one, (_, later) -> later));
    }
    position = next;
  }

  /** {@code before}: what was told of them since then. */
  private List<Frame> frames(
      List<Changed> changed, String since, String at, Map<SessionId, Changed> before) {
    if (changed.isEmpty()) {
      return List.of();
    }
    long begin = Long.parseLong(since);
    var turned =
        changed.stream()
            .filter(one -> one.turnedIn() >= begin)
            .filter(one -> {
              var known = before.get(one.sessionId());
              return known == null || known.turnedIn() < one.turnedIn();
            })
            .map(Changed::sessionId)
            .collect(Collectors.toSet());
    var ids = changed.stream().map(Changed::sessionId).collect(Collectors.toSet());
    var frames = new ArrayList<Frame>();
    for (var session : sessions.among(org, ids)) {
      var requester = session.requester();
      String viewer = requester.unlisted() ? String.valueOf(requester.createdBy()) : null;
      frames.add(new Frame(LiveJson.session(session, at, base.get()), viewer));
      byte[] attention =
          turned.contains(session.sessionId()) ? LiveJson.attention(session, at) : null;
      if (attention != null) {
        frames.add(new Frame(attention, viewer));
      }
    }
    return frames;
  }

  private void keep(Frame frame) {
    kept.addLast(new Kept(++last, frame));
    bytes += frame.bytes().length;
    while (kept.size() > MOST_FRAMES || bytes > MOST_BYTES) {
      var first = kept.removeFirst();
      from = first.number();
      bytes -= first.frame().bytes().length;
    }
  }
}
