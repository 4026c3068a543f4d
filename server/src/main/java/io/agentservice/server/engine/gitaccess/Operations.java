package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.ids.SessionId;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is under way for git on this node: so many for a session at once, and none without end. One
 * that is to end has its thread interrupted.
 */
final class Operations {
  /** Of one session at once; others wait for a place. */
  static final int AT_ONCE = 8;

  /** For a place, of one session; more are refused at once. */
  static final int WAITING = 32;

  /** How long things may take. */
  record Limits(Duration place, Duration hostSilence, Duration gitSilence, Duration whole) {
    /** A git that packs much says nothing for minutes; a host shows its progress. */
    static final Limits USUAL =
        new Limits(
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofMinutes(5),
            Duration.ofHours(1));
  }

  private final Limits limits;
  private final Map<SessionId, Places> places = new ConcurrentHashMap<>();
  private final Set<Operation> underWay = ConcurrentHashMap.newKeySet();

  Operations(Limits limits) {
    this.limits = limits;
  }

  Limits limits() {
    return limits;
  }

  private static final class Places {
    private final Semaphore free = new Semaphore(AT_ONCE, true);
    private int users;
  }

  /**
   * Begins one on this thread, to be closed there; waits for a place.
   *
   * @throws GitRefusal 429 when there is none for long
   */
  Operation begin(GitAccess.Admitted admitted) throws InterruptedException {
    var session = admitted.session();
    var own =
        places.compute(
            session,
            (_, there) -> {
              var found = there == null ? new Places() : there;
              if (found.users >= AT_ONCE + WAITING) {
                throw tooMany();
              }
              found.users++;
              return found;
            });
    boolean placed = false;
    try {
      placed = own.free.tryAcquire(limits.place().toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!placed) {
        leave(session);
      }
    }
    if (!placed) {
      throw tooMany();
    }
    var operation = new Operation(admitted, own.free);
    underWay.add(operation);
    return operation;
  }

  private static GitRefusal tooMany() {
    return new GitRefusal(
        429, "The session has %d git commands under way; let some end".formatted(AT_ONCE));
  }

  private void leave(SessionId session) {
    places.computeIfPresent(
        session,
        (_, there) -> {
          there.users--;
          return there.users == 0 ? null : there;
        });
  }

  /** Ends what takes too long, then what belongs to claims that stand no longer. */
  void look(Function<List<GitAccessSql.Held>, List<GitAccessSql.Held>> fallen) {
    underWay.forEach(Operation::judge);
    var claims = underWay.stream().map(Operation::claim).distinct().toList();
    if (!claims.isEmpty()) {
      var gone = new HashSet<>(fallen.apply(claims));
      underWay.stream()
          .filter(operation -> gone.contains(operation.claim()))
          .forEach(operation ->
              operation.end(403, "The session is not served under this claim any more"));
    }
  }

  /** How many are under way. */
  int count() {
    return underWay.size();
  }

  /** Sessions that somebody works for or waits. */
  int sessions() {
    return places.size();
  }

  /** One request of git, on one thread. */
  final class Operation implements AutoCloseable {
    private final GitAccess.Admitted admitted;
    private final Semaphore place;
    private final Thread thread = Thread.currentThread();
    private final long begun = System.nanoTime();
    private volatile long moved = begun;
    private volatile Duration patience = limits.hostSilence();
    private @Nullable GitRefusal cause;
    private boolean over;

    private Operation(GitAccess.Admitted admitted, Semaphore place) {
      this.admitted = admitted;
      this.place = place;
    }

    GitAccess.Admitted admitted() {
      return admitted;
    }

    private GitAccessSql.Held claim() {
      return new GitAccessSql.Held(admitted.session(), admitted.epoch());
    }

    /** Some bytes came or went. */
    void moved() {
      moved = System.nanoTime();
    }

    /** From now on the machine's git is waited for, else the host. */
    void awaitsGit(boolean git) {
      patience = git ? limits.gitSilence() : limits.hostSilence();
      moved();
    }

    private void judge() {
      long now = System.nanoTime();
      if (now - moved > patience.toNanos()) {
        end(504, "Nothing came for %d s".formatted(patience.toSeconds()));
      } else if (now - begun > limits.whole().toNanos()) {
        end(504, "It took longer than %d s".formatted(limits.whole().toSeconds()));
      }
    }

    private synchronized void end(int status, String text) {
      if (!over && cause == null) {
        cause = new GitRefusal(status, text);
        thread.interrupt();
      }
    }

    /** Why it was ended; null while it was not. */
    synchronized @Nullable GitRefusal cause() {
      return cause;
    }

    @Override
    public void close() {
      synchronized (this) {
        over = true;
        if (cause != null) {
          var _ = Thread.interrupted(); // it was meant for this operation
        }
      }
      underWay.remove(this);
      place.release();
      leave(admitted.session());
    }
  }
}
