package io.agentservice.server.base.db;

import java.util.concurrent.Callable;

/**
 * Whose work it is that needs the database. Each lane has connections of its own, so work of one
 * never stands in line behind that of another: not the requests behind a thousand sessions, and not
 * the threads that every session and request relies on behind either of them.
 *
 * <p>A thread is in {@link #SESSIONS} unless it is within {@link #run} or {@link #call}.
 */
public enum Lane {
  /** Requests of callers, their streams included. */
  REQUESTS,
  /** Loops of sessions, connections of remotes, slow work of the node. */
  SESSIONS,
  /** Claim writers, lapses and the feed's tails: few threads, that many others wait for. */
  NODE;

  private static final ScopedValue<Lane> CURRENT = ScopedValue.newInstance();

  static Lane current() {
    return CURRENT.orElse(SESSIONS);
  }

  /** The work, to be done by another thread in the lane of this one; never in its transaction. */
  public static <T> Callable<T> carried(Callable<T> work) {
    var lane = current();
    return () -> lane.call(work::call);
  }

  /** Does the work in this lane, unless a transaction is open: then it is a part of that. */
  public void run(Runnable work) {
    ScopedValue.where(CURRENT, this).run(work);
  }

  /** As {@link #run}, for work that answers something. */
  public <T, X extends Throwable> T call(ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(CURRENT, this).call(work);
  }
}
