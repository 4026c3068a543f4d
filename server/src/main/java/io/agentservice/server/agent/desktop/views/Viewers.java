package io.agentservice.server.agent.desktop.views;

import io.agentservice.server.agent.desktop.views.Screen.Ending;
import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Those who look at desktops of machines that are connected to this server. Thread-safe. */
public final class Viewers {
  /** Of one session. */
  public static final int MOST = 8;

  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Viewing> all = new HashSet<>();
  private final AtomicLong made = new AtomicLong();
  private final LongSupplier nanos;
  private final Consumer<SessionId> inUse;

  private final Viewing.Door door =
      new Viewing.Door() {
        @Override
        public boolean enter(Viewing viewing) {
          return add(viewing);
        }

        @Override
        public void leave(Viewing viewing) {
          remove(viewing);
        }

        @Override
        public void used(SessionId session) {
          inUse.accept(session);
        }
      };

  /**
   * Nobody yet.
   *
   * @param nanos a clock that nobody sets
   * @param inUse hears of sessions on whose desktop somebody acts; be quick
   */
  public Viewers(LongSupplier nanos, Consumer<SessionId> inUse) {
    this.nanos = nanos;
    this.inUse = inUse;
  }

  /** The talk with a further one. */
  public Talk viewing(Look look, Machine machine) {
    return new Viewing("desktop-view-" + made.incrementAndGet(), look, machine, door, nanos);
  }

  private boolean add(Viewing viewing) {
    lock.lock();
    try {
      return count(viewing.look().session()) < MOST && all.add(viewing);
    } finally {
      lock.unlock();
    }
  }

  private void remove(Viewing viewing) {
    lock.lock();
    try {
      all.remove(viewing);
    } finally {
      lock.unlock();
    }
  }

  /** Of a session, those who are about to leave included. */
  public int count(SessionId session) {
    lock.lock();
    try {
      return (int) all.stream().filter(one -> one.look().session().equals(session)).count();
    } finally {
      lock.unlock();
    }
  }

  /** The organizations whose sessions are looked at. */
  public Set<OrgId> organizations() {
    lock.lock();
    try {
      return all.stream().map(one -> one.look().org()).collect(Collectors.toSet());
    } finally {
      lock.unlock();
    }
  }

  /** Sends those of organizations without access away. */
  public void sweep(Set<OrgId> without) {
    lock.lock();
    try {
      all.stream()
          .filter(one -> without.contains(one.look().org()))
          .forEach(one -> one.end(Ending.NOT_ALLOWED, "the organization has switched it off"));
    } finally {
      lock.unlock();
    }
  }
}
