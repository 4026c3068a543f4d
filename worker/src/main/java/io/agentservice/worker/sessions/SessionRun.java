package io.agentservice.worker.sessions;

import io.agentservice.client.http.ClientException;
import io.agentservice.worker.binaries.BinaryException;
import io.agentservice.worker.binaries.BinaryStore;
import io.agentservice.worker.binaries.BinaryStore.Binary;
import io.agentservice.worker.claims.HeldClaim;
import io.agentservice.worker.claims.HeldClaim.Renewal;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.exit.WorkerFailure;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Retry;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import io.agentservice.worker.loop.WorkerEvent;
import io.agentservice.worker.process.LeftOvers;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.settings.WorkerSettings;
import io.agentservice.worker.settings.Workspaces.NoWorkspaceException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * One session on this machine, from its claim to its release (fleet.md 7 steps 7 to 13).
 *
 * <pre>
 * claim -> fetch -> spawn -> watch ---- session over, remote gone ----> release
 *            ^                 |------- stop, give up ----------------> release
 *            |-- restart <-----|------- claim lost -------------------> end
 * </pre>
 */
final class SessionRun {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration FETCH_PATIENCE = Duration.ofMinutes(2);
  private static final Duration SLEEP_LIMIT = Duration.ofSeconds(60);
  private static final Duration SETTLE_PAUSE = Duration.ofSeconds(2);
  private static final int SETTLE_READS = 5;
  private static final Set<String> OVER = Set.of("suspended", "terminated", "gone");

  private final WorkerSettings settings;
  private final BinaryStore binaries;
  private final Stop stop;
  private final Retry retry;
  private final Progress progress;
  private final Hooks hooks;
  private final HeldClaim claim;
  private final SessionDirectory directory;
  private final Launcher launcher;
  private final BlockingQueue<RunEvent> happenings = new LinkedBlockingQueue<>();
  private final RestartBudget restarts = new RestartBudget(System::nanoTime);
  private @Nullable RemoteProcess latest;
  private @Nullable Path workspace;
  private String ended = "";

  SessionRun(
      WorkerSettings settings,
      BinaryStore binaries,
      Stop stop,
      Retry retry,
      Progress progress,
      Hooks hooks,
      HeldClaim claim) {
    this.settings = settings;
    this.binaries = binaries;
    this.stop = stop;
    this.retry = retry;
    this.progress = progress;
    this.hooks = hooks;
    this.claim = claim;
    this.directory = SessionDirectory.of(settings.directories().data(), claim.sessionId());
    this.launcher = new Launcher(settings, claim, progress);
  }

  /** Why no remote runs any more. */
  private enum Ending {
    SESSION_OVER,
    CLAIM_LOST,
    GIVE_UP,
    RESTART,
    STOP;

    Outcome outcome() {
      return switch (this) {
        case SESSION_OVER -> Outcome.SERVED;
        case CLAIM_LOST -> Outcome.LOST;
        case GIVE_UP, RESTART -> Outcome.GIVEN_UP;
        case STOP -> Outcome.STOPPED;
      };
    }
  }

  /** Serves a claim just taken. */
  Outcome serve() {
    return run(null);
  }

  /** Goes on with a remote of an earlier worker; empty when there is none. */
  Optional<Outcome> adopt() {
    return RemoteProcess.adopt(directory, settings.runAs(), this::exited)
        .map(survivor -> {
          progress.tell(new WorkerEvent.Adopted(claim.sessionId(), survivor.pid()));
          launcher.adopt(directory, survivor);
          return run(survivor);
        });
  }

  boolean hasSurvivor() {
    return RemoteProcess.survives(directory);
  }

  /** Releases a claim that an earlier worker left, and ends what still runs for it. */
  void discard(String status) {
    RemoteProcess.adopt(directory, settings.runAs(), _ -> {})
        .ifPresent(remote -> remote.terminate(GRACE, stop));
    LeftOvers.kill(directory); // a remote that was killed with its worker ended nothing
    leaveWorkspace();
    claim.release();
    tidyUp(status);
  }

  private void leaveWorkspace() {
    launcher.left(directory, workspace);
    settings.workspaces().leave(claim.sessionId());
  }

  private Outcome run(@Nullable RemoteProcess survivor) {
    Outcome result;
    try (var _ = stop.on(Level.STOP, () -> happenings.add(new RunEvent.StopRaised()));
        var watch =
            new SessionWatch(claim, settings.pollInterval(), stop, progress, happenings::add)) {
      result = keepRunning(survivor, watch).outcome();
    } catch (ClientException e) { // a renewal was refused: the worker ends, in good order
      finish(Outcome.GIVEN_UP);
      throw e;
    } catch (IOException e) {
      finish(Outcome.GIVEN_UP);
      throw new WorkerFailure(
          ExitCode.FAILURE,
          "The remote could not be started: " + e.getMessage(),
          "Check " + directory.path() + " and the working directory");
    }
    finish(result);
    return result;
  }

  /** Nothing of the session runs any more: tell, clean up, give back. */
  private void finish(Outcome result) {
    progress.tell(
        new WorkerEvent.SessionDone(claim.sessionId(), result.name().toLowerCase(Locale.ROOT)));
    launcher.close();
    hooks.after(claim.entry(), directory, latest == null ? null : latest.exitCode(), result);
    leaveWorkspace();
    tidyUp(ended);
    if (result != Outcome.LOST) {
      claim.release();
    }
  }

  private Ending keepRunning(@Nullable RemoteProcess survivor, SessionWatch watch)
      throws IOException {
    var remote = survivor;
    while (true) {
      if (remote == null) {
        if (stop.reached(Level.STOP)) {
          return Ending.STOP;
        }
        try {
          remote = spawn(fetch(), watch);
        } catch (BinaryException | NoWorkspaceException e) {
          return withoutNeeds(e);
        }
      }
      latest = remote;
      var ending = attend(remote, watch);
      if (ending == Ending.RESTART) {
        ending = renewForRestart();
      }
      if (ending != Ending.RESTART) {
        return ending;
      }
      remote = null;
    }
  }

  /** Retries passing failures as long as the claim holds. */
  private Binary fetch() throws BinaryException {
    var pinned = claim.entry().spec().remoteBinarySha();
    long end = System.nanoTime() + FETCH_PATIENCE.toNanos();
    while (true) {
      try {
        var binary = binaries.fetch(pinned == null ? settings.remote().sha() : pinned);
        retry.worked();
        return binary;
      } catch (BinaryException e) {
        if (!e.passing() || System.nanoTime() > end || isHindered()) {
          throw e;
        }
        retry.pause("fetch the remote", Level.STOP, e.getMessage());
      }
    }
  }

  private boolean isHindered() {
    return stop.reached(Level.STOP) || happenings.stream().anyMatch(RunEvent::endsServing);
  }

  /** There is nothing to run; perhaps because the session is over. */
  private Ending withoutNeeds(Exception failure) {
    if (stop.reached(Level.STOP)) {
      return Ending.STOP;
    }
    for (var happening : happenings) {
      switch (happening) {
        case RunEvent.FellAsleep _ -> {
          return over("suspended");
        }
        case RunEvent.Ended(var status) -> {
          return over(status);
        }
        case RunEvent.ClaimLost(var reason) -> {
          return lost(reason);
        }
        case RunEvent.StopRaised _, RunEvent.RemoteExited _, RunEvent.NeverConnected _ -> {
          // A stop was asked for above, remotes are earlier ones.
        }
      }
    }
    progress.tell(
        new WorkerEvent.ClaimRefused(claim.sessionId(), String.valueOf(failure.getMessage())));
    return Ending.GIVE_UP;
  }

  private RemoteProcess spawn(Binary binary, SessionWatch watch)
      throws IOException, NoWorkspaceException {
    var gateway = claim.gateway();
    var token = claim.connectToken();
    if (gateway == null || token == null) {
      throw new IOException("the claim names no gateway or token");
    }
    var at = settings.workspaces().enter(claim.sessionId());
    workspace = at;
    directory.begin(settings.server().apiUrl().toString(), claim.entry().metadata().outpostId());
    var remote = launcher.start(binary.file(), gateway, token, directory, at, this::exited);
    watch.remoteStarted(binary.sha());
    progress.tell(
        new WorkerEvent.RemoteStarted(
            claim.sessionId(), binary.sha(), remote.pid(), directory.logPath().toString()));
    return remote;
  }

  private void exited(RemoteProcess.Exit exit) {
    happenings.add(new RunEvent.RemoteExited(exit));
  }

  /** Waits for the remote's end, and ends it where it must. */
  private Ending attend(RemoteProcess remote, SessionWatch watch) throws IOException {
    while (true) {
      switch (next()) {
        case RunEvent.RemoteExited(var exit) when exit.remote() == remote -> {
          return afterExit(exit.code(), watch.awaitsConnection());
        }
        case RunEvent.RemoteExited _ -> {
          // An earlier remote of this session; it was dealt with.
        }
        case RunEvent.FellAsleep _ -> awaitSleep(remote);
        case RunEvent.Ended(var status) -> {
          remote.terminate(GRACE, stop);
          return over(status);
        }
        case RunEvent.ClaimLost(var reason) -> {
          var ending = lost(reason);
          remote.terminate(GRACE, stop);
          return ending;
        }
        case RunEvent.NeverConnected _ -> {
          remote.terminate(GRACE, stop);
          return Ending.RESTART;
        }
        case RunEvent.StopRaised _ -> {
          remote.terminate(GRACE, stop);
          return Ending.STOP;
        }
      }
    }
  }

  private RunEvent next() {
    try {
      return happenings.take();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new RunEvent.StopRaised();
    }
  }

  /** Gives a sleeping session's remote a minute to end by itself. */
  private void awaitSleep(RemoteProcess remote) {
    if (!remote.awaitGone(SLEEP_LIMIT, stop)) {
      remote.terminate(GRACE, stop);
    }
  }

  private Ending afterExit(@Nullable Integer code, boolean neverConnected) throws IOException {
    var meaning = RemoteProcess.meaning(code);
    progress.tell(new WorkerEvent.RemoteExited(claim.sessionId(), code, meaning));
    if (code != null && (code == 3 || code == 5)) {
      // No restart. A session that ends takes its tokens away before its remote hears of it.
      var status = statusNow();
      return status == null ? Ending.GIVE_UP : over(status);
    }
    if (RemoteProcess.isNotStarted(code) && neverConnected && restarts.isBegun()) {
      var status = statusNow();
      if (status == null) {
        throw new IOException("exit " + code + ", see remote.log"); // ProcessGroup.leader
      }
      return over(status);
    }
    // An adopted remote's code is unknown: what the entry says decides.
    int reads = code == null || code == 0 ? SETTLE_READS : RemoteProcess.isNotStarted(code) ? 2 : 1;
    for (int read = 1; read <= reads; read++) {
      if (read > 1 && stop.await(Level.STOP, SETTLE_PAUSE)) {
        return Ending.STOP;
      }
      var status = statusNow();
      if (status != null) {
        return over(status);
      }
    }
    return Ending.RESTART;
  }

  /** How the session ended; null while it lives, or when nobody answers. */
  private @Nullable String statusNow() {
    try {
      var status = claim.read().map(entry -> entry.status().sessionStatus()).orElse("gone");
      return OVER.contains(status) ? status : null;
    } catch (ClientException _) {
      return null;
    }
  }

  private Ending over(String status) {
    progress.tell(new WorkerEvent.SessionOver(claim.sessionId(), status));
    ended = status;
    return Ending.SESSION_OVER;
  }

  private Ending lost(String reason) {
    progress.tell(new WorkerEvent.ClaimLost(claim.sessionId(), reason));
    return Ending.CLAIM_LOST;
  }

  /** What stays on this machine (fleet.md 7 step 14); what is unclear is left to a sweep. */
  private void tidyUp(String status) {
    try {
      switch (status) {
        case "terminated" -> directory.delete();
        case "suspended" -> directory.keep();
        default -> {}
      }
    } catch (IOException e) {
      progress.tell(
          new WorkerEvent.Failed(
              "Could not tidy up " + directory.path() + ": " + e.getMessage(), null, 0));
    }
  }

  /** Before a remote is started again: within the budget, and with a claim that still holds. */
  private Ending renewForRestart() {
    int attempt = restarts.take();
    if (attempt == 0) {
      return Ending.GIVE_UP;
    }
    if (attempt > 1 && stop.await(Level.STOP, Duration.ofSeconds(1))) {
      return Ending.STOP;
    }
    var renewal =
        retry.untilItWorks("renew the claim of " + claim.sessionId(), Level.STOP, claim::renew);
    if (renewal.isEmpty()) {
      return Ending.STOP;
    }
    if (renewal.get() == Renewal.RENEWED) {
      progress.tell(new WorkerEvent.Restarting(claim.sessionId(), attempt, RestartBudget.MOST));
      return Ending.RESTART;
    }
    if (renewal.get() == Renewal.SESSION_ENDED) {
      var status = statusNow();
      return over(status == null ? "over" : status);
    }
    return lost("it could not be renewed");
  }
}
