package io.agentservice.server.base.db.connections;

import java.util.concurrent.Callable;

/**
 * Whose work needs the database: each lane has its own connections, so that none waits behind
 * another's work.
 *
 * <p>A thread is in {@link #SESSIONS} unless it is within {@link #run} or {@link #call}.
 */
public enum Lane {
  /** Requests of callers, their streams included. */
  REQUESTS,
  /** Loops of sessions, connections of remotes, slow work of the node. */
  SESSIONS,
  /** Few threads that many others wait for: claim writers, lapses, feeds. */
  NODE;

  private static final ScopedValue<Lane> CURRENT = ScopedValue.newInstance();

  static Lane current() {
    return CURRENT.orElse(SESSIONS);
  }

  /** The work for another thread, in this one's lane but not its transaction. */
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
