package io.agentservice.worker.sessions;

import io.agentservice.client.fleet.FleetClient;
import io.agentservice.wire.fleet.Outpost;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.binaries.BinaryStore;
import io.agentservice.worker.binaries.Platform;
import io.agentservice.worker.claims.Claims;
import io.agentservice.worker.claims.HeldClaim;
import io.agentservice.worker.claims.PendingQueue;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.exit.WorkerFailure;
import io.agentservice.worker.loop.Backoff;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Retry;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import io.agentservice.worker.loop.WorkerEvent;
import io.agentservice.worker.settings.WorkerSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One session after the other: first what an earlier worker left behind (fleet.md 8), then the
 * queue (fleet.md 7 steps 5, 6 and 14).
 */
public final class SessionLoop {
  private static final Optional<HeldClaim> NO_CLAIM = Optional.empty();

  private final WorkerSettings settings;
  private final FleetClient fleet;
  private final Claims claims;
  private final BinaryStore binaries;
  private final Platform platform;
  private final Stop stop;
  private final Retry retry;
  private final Progress progress;
  private final Hooks hooks;
  private final Set<String> left = new HashSet<>();

  /** Grows with each session given back, also over successes between. */
  private final Retry afterGivingUp;

  public SessionLoop(
      WorkerSettings settings,
      FleetClient fleet,
      Claims claims,
      BinaryStore binaries,
      Platform platform,
      Stop stop,
      Retry retry,
      Progress progress) {
    this.settings = settings;
    this.fleet = fleet;
    this.claims = claims;
    this.binaries = binaries;
    this.platform = platform;
    this.stop = stop;
    this.retry = retry;
    this.progress = progress;
    this.hooks = new Hooks(settings, stop, progress);
    this.afterGivingUp = new Retry(stop, progress, new Backoff(new Random()));
  }

  /** Answers an {@link ExitCode}. A null outpost: the settings name a session. */
  public int run(@Nullable Outpost outpost) {
    try (var _ = new Sweep(settings, fleet, progress)) {
      var code = recover(outpost).flatMap(this::endsWith);
      if (code.isPresent()) {
        return code.get();
      }
      var session = settings.duty().session();
      return session == null ? serveQueue(outpost) : serveOne(session);
    }
  }

  private int serveQueue(@Nullable Outpost outpost) {
    var id = outpost == null ? null : outpost.metadata().outpostId();
    var name = outpost == null ? "" : outpost.spec().name();
    try (var queue = new PendingQueue(fleet, id, platform, settings.pollInterval(), stop, retry)) {
      for (var entry = queue.next(); entry != null; entry = queue.next()) {
        var claim = wanted(entry, queue) ? claims.take(entry.metadata().sessionId()) : NO_CLAIM;
        if (claim.isPresent()) {
          progress.tell(
              new WorkerEvent.Claimed(claim.get().sessionId(), name, entry.spec().kind()));
          queue.forget();
          var code = endsWith(run(claim.get()).serve());
          if (code.isPresent()) {
            return code.get();
          }
        }
      }
    }
    return stop.exitCode();
  }

  /** Or else the operator's word says that it need not be. */
  private boolean isEnforced(QueueEntry entry) {
    return settings.servesUnenforcedPolicies()
        || new Launcher(settings, entry.spec().networkPolicy(), progress).enforcesPolicy();
  }

  /** Asks the operator's hook; a session that it refuses is offered again later. */
  private boolean wanted(QueueEntry entry, PendingQueue queue) {
    var session = entry.metadata().sessionId();
    if (!isEnforced(entry)) {
      if (left.add(session)) { // said once
        progress.tell(new WorkerEvent.PolicyUnenforced(session));
      }
      var _ = queue.putAside(entry);
      return false;
    }
    var objection = hooks.objection(entry);
    if (objection == null || stop.reached(Level.DRAIN)) {
      return objection == null;
    }
    progress.tell(new WorkerEvent.ClaimSkipped(session, objection, queue.putAside(entry)));
    return false;
  }

  private int serveOne(String session) {
    var found =
        retry.untilItWorks(
            "read the entry of " + session, Level.DRAIN, () -> claims.entry(session));
    if (found.isEmpty()) {
      return stop.exitCode();
    }
    var entry =
        found
            .get()
            .orElseThrow(() -> notServed("Session " + session + " waits for no machine", null));
    if (!platform.serves(entry.spec().platform())) {
      throw notServed(
          "Session %s needs %s, this machine is %s"
              .formatted(session, entry.spec().platform(), platform.name()),
          null);
    }
    if (!isEnforced(entry)) {
      throw notServed("Left session " + session + ": " + WorkerEvent.PolicyUnenforced.REASON, null);
    }
    var objection = hooks.objection(entry);
    if (objection != null && !stop.reached(Level.DRAIN)) {
      throw notServed(
          "The pre-claim hook does not want session " + session + " (" + objection + ")", null);
    }
    var claim = objection == null ? claims.take(entry.metadata().sessionId()) : NO_CLAIM;
    if (claim.isEmpty()) {
      if (stop.reached(Level.STOP)) {
        return stop.exitCode();
      }
      throw notServed("Session " + session + " could not be claimed", null);
    }
    progress.tell(
        new WorkerEvent.Claimed(
            claim.get().sessionId(), entry.metadata().outpostId(), entry.spec().kind()));
    return endsWith(run(claim.get()).serve()).orElse(ExitCode.SERVED);
  }

  private static WorkerFailure notServed(String detail, @Nullable String hint) {
    return new WorkerFailure(ExitCode.SESSION_NOT_SERVED, detail, hint);
  }

  private SessionRun run(HeldClaim claim) {
    return new SessionRun(settings, binaries, stop, retry, progress, hooks, claim);
  }

  /** The exit code, or empty for the next look. */
  private Optional<Integer> endsWith(Outcome result) {
    boolean one = settings.duty().session() != null;
    return switch (result) {
      case STOPPED -> Optional.of(stop.exitCode());
      case SERVED -> {
        afterGivingUp.worked();
        yield one || settings.once() ? Optional.of(ExitCode.SERVED) : Optional.empty();
      }
      case LOST -> {
        if (one) {
          throw notServed("The claim of the session was lost", null);
        }
        yield Optional.empty();
      }
      case GIVEN_UP -> {
        if (one || settings.once()) {
          throw new WorkerFailure(
              one ? ExitCode.SESSION_NOT_SERVED : ExitCode.FAILURE,
              "This machine could not serve the session",
              "The lines above and remote.log say why");
        }
        afterGivingUp.pause("serve the session", Level.DRAIN, "this machine gave it back");
        yield Optional.empty();
      }
    };
  }

  /**
   * Deals with claims of this acceptor that exist (fleet.md 8): goes on with one, releases the
   * others. Answers how the one ended; empty when there is none.
   */
  private Optional<Outcome> recover(@Nullable Outpost outpost) {
    var held = retry.untilItWorks("list own claims", Level.DRAIN, claims::held).orElse(List.of());
    var mine =
        held.stream()
            .filter(entry -> !isOver(entry) && hasSurvivor(entry))
            .findFirst()
            .or(() ->
                held.stream()
                    .filter(e -> !isOver(e) && isWanted(e, outpost) && isEnforced(e))
                    .findFirst());
    for (var entry : held) {
      if (mine.filter(entry::equals).isEmpty()) {
        run(claims.found(entry)).discard(entry.status().sessionStatus());
      }
    }
    if (mine.isEmpty()) {
      return Optional.empty();
    }
    var adopted = run(claims.found(mine.get())).adopt();
    return adopted.isPresent() ? adopted : takeAgain(mine.get());
  }

  private Optional<Outcome> takeAgain(QueueEntry entry) {
    var claim = claims.take(entry.metadata().sessionId());
    claim.ifPresent(c ->
        progress.tell(
            new WorkerEvent.Claimed(c.sessionId(), entry.metadata().outpostId(), "resume")));
    return claim.map(c -> run(c).serve());
  }

  private static boolean isOver(QueueEntry entry) {
    var status = entry.status().sessionStatus();
    return status.equals("suspended") || status.equals("terminated");
  }

  /** With --session only that one counts; a living remote is never cut off. */
  private boolean hasSurvivor(QueueEntry entry) {
    return (settings.duty().session() == null || isWanted(entry, null))
        && run(claims.found(entry)).hasSurvivor();
  }

  private boolean isWanted(QueueEntry entry, @Nullable Outpost outpost) {
    var session = settings.duty().session();
    return session == null
        ? outpost != null && outpost.metadata().outpostId().equals(entry.metadata().outpostId())
        : entry.metadata().sessionId().endsWith(session.substring(session.lastIndexOf('-') + 1));
  }
}
