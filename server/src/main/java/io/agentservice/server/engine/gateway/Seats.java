package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.ids.SessionId;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections of this node by session. A seat is there as long as somebody is at it.
 *
 * @param <A> who is at a seat
 */
final class Seats<A> {
  private final ConcurrentHashMap<SessionId, Seat<A>> seats = new ConcurrentHashMap<>();

  /** One session's place: many may be at it, one at a time holds it. */
  static final class Seat<A> {
    /** Held while a connection takes or leaves the seat, so that the session sees them in order. */
    final ReentrantLock turn = new ReentrantLock();

    private final Set<A> present = ConcurrentHashMap.newKeySet();

    /** The attached connection; changed under {@link #turn} only. */
    volatile @Nullable A holder;
  }

  Seat<A> enter(SessionId session, A attendance) {
    return seats.compute(
        session,
        (_, there) -> {
          var seat = there == null ? new Seat<A>() : there;
          seat.present.add(attendance);
          return seat;
        });
  }

  void leave(SessionId session, A attendance) {
    seats.computeIfPresent(
        session,
        (_, seat) -> {
          seat.present.remove(attendance);
          return seat.present.isEmpty() ? null : seat;
        });
  }

  @Nullable A holder(SessionId session) {
    var seat = seats.get(session);
    return seat == null ? null : seat.holder;
  }

  /** All connections of a session: the holder, those that wait to take over, those that leave. */
  Collection<A> present(SessionId session) {
    var seat = seats.get(session);
    return seat == null ? List.of() : List.copyOf(seat.present);
  }

  /** All connections of this node. */
  List<A> present() {
    return seats.values().stream().flatMap(seat -> seat.present.stream()).toList();
  }
}
