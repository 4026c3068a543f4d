package io.agentservice.server.agent.terminals.shells;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.TerminalId;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToServer.JournalEntry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** The shells on machines that are connected to this server. */
public final class Shells {
  /** In one session. */
  static final int MOST = 8;

  /** Without anybody who looks on. */
  private static final Duration UNSEEN = Duration.ofMinutes(10);

  private final Map<TerminalId, Shell> open = new ConcurrentHashMap<>();

  /** Machines that were cleared of what an earlier connection, or another server, has left. */
  private final Cache<Machine, Boolean> cleared = Caffeine.newBuilder().weakKeys().build();

  private final ReentrantLock door = new ReentrantLock();
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Consumer<SessionId> inUse;

  /**
   * None yet.
   *
   * @param nanos a clock that nobody sets
   * @param inUse hears of sessions in whose terminals somebody types; be quick
   */
  public Shells(InstantSource clock, LongSupplier nanos, Consumer<SessionId> inUse) {
    this.clock = clock;
    this.nanos = nanos;
    this.inUse = inUse;
  }

  /** Empty when the session has as many as it may. */
  Optional<Terminal> open(Owner owner, Machine machine, Terminals.Opening opening) {
    var id = Id.create(TerminalId.class);
    var shell =
        new Shell(id, owner, machine, opening.size(), clock.instant().getEpochSecond(), nanos);
    door.lock();
    try {
      if (of(owner.session()).size() >= MOST) {
        return Optional.empty();
      }
      open.put(id, shell);
    } finally {
      door.unlock();
    }
    Thread.ofVirtual()
        .name("terminal " + id)
        .start(() -> {
          try {
            shell.run(opening.cwd());
          } finally {
            open.remove(id);
          }
        });
    return Optional.of(shell.shown());
  }

  /** The oldest first. */
  List<Terminal> list(SessionId session) {
    return of(session).stream()
        .sorted(Comparator.comparing(shell -> shell.id().value()))
        .map(Shell::shown)
        .toList();
  }

  private List<Shell> of(SessionId session) {
    return open.values().stream()
        .filter(shell -> shell.owner().session().equals(session) && shell.ending() == null)
        .toList();
  }

  /** Ends it; empty when there is none. */
  Optional<Terminal> close(SessionId session, TerminalId id) {
    return find(session, id)
        .map(shell -> {
          var before = shell.shown();
          var _ = shell.kill(Ending.CLOSED);
          return before;
        });
  }

  private Optional<Shell> find(SessionId session, TerminalId id) {
    return Optional.ofNullable(open.get(id))
        .filter(shell -> shell.owner().session().equals(session) && shell.ending() == null);
  }

  boolean isFull(TerminalId id) {
    var shell = open.get(id);
    return shell != null && shell.shown().viewers() >= Shell.MOST_VIEWERS;
  }

  /** The talk with one who looks on; empty when there is no such terminal any more. */
  Optional<Talk> view(SessionId session, TerminalId id, long from) {
    return find(session, id).map(shell -> new Viewing(shell, from, () -> inUse.accept(session)));
  }

  /** The organizations whose sessions have some. */
  public Set<OrgId> organizations() {
    return open.values().stream().map(shell -> shell.owner().org()).collect(Collectors.toSet());
  }

  /** Ends those that nobody has looked at for long. */
  public void sweep() {
    for (var shell : open.values()) {
      if (shell.unseen().compareTo(UNSEEN) > 0) {
        var _ = shell.kill(Ending.NO_VIEWER);
      }
    }
  }

  /** Ends those of organizations without access. */
  public void sweep(Set<OrgId> without) {
    for (var shell : open.values()) {
      if (without.contains(shell.owner().org())) {
        var _ = shell.kill(Ending.CLOSED);
      }
    }
  }

  /** Ends all, and waits until their machines have been told, as long as the time allows. */
  public void close(Duration time) {
    var told =
        open.values().stream()
            .map(shell -> shell.kill(Ending.MACHINE_AWAY))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(told)
        .completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(_ -> null)
        .join();
  }

  /**
   * Ends shells that run on a machine since before it was connected to this server. Does not wait
   * for the machine.
   */
  public void clear(Machine machine) {
    if (cleared.asMap().putIfAbsent(machine, true) != null) {
      return;
    }
    var left =
        machine.hello().journal().stream()
            .map(JournalEntry::id)
            .filter(id -> Id.parse(TerminalId.class, id) != null)
            .toList();
    if (!left.isEmpty()) {
      Thread.ofVirtual().name("terminals left").start(() -> end(machine, left));
    }
  }

  private static void end(Machine machine, List<String> left) {
    try {
      left.forEach(id -> machine.signal(id, "KILL"));
      machine.forget(left);
    } catch (MachineLostException _) { // the next connection tells of them again
      return;
    }
  }
}
