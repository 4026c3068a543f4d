package io.agentservice.worker.sessions;

import io.agentservice.wire.fleet.QueueEntry.NetworkPolicy;
import io.agentservice.worker.binaries.BinaryException;
import io.agentservice.worker.binaries.BinaryStore;
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
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Runs a session whose connect token somebody else claimed; deletes nothing of it. */
public final class DirectServe {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final WorkerSettings settings;
  private final BinaryStore binaries;
  private final Stop stop;
  private final Retry retry;
  private final Progress progress;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final RestartBudget restarts = new RestartBudget(System::nanoTime);

  private sealed interface Event {}

  private record Exited(@Nullable Integer code) implements Event {}

  private record Stopped() implements Event {}

  public DirectServe(
      WorkerSettings settings, BinaryStore binaries, Stop stop, Retry retry, Progress progress) {
    this.settings = settings;
    this.binaries = binaries;
    this.stop = stop;
    this.retry = retry;
    this.progress = progress;
  }

  /** Answers an {@link ExitCode}. */
  public int run(String session, String token) {
    var directory = SessionDirectory.of(settings.directories().data(), session);
    if (RemoteProcess.survives(directory)) {
      throw notServed("Another worker of this machine serves session " + session, null);
    }
    LeftOvers.kill(directory);
    try (var _ = stop.on(Level.STOP, () -> events.add(new Stopped()))) {
      while (true) {
        var code = once(session, token, directory);
        if (stop.reached(Level.STOP)) {
          return stop.exitCode();
        }
        if (code != null && code == 0) {
          progress.tell(new WorkerEvent.SessionDone(session, "served"));
          return ExitCode.SERVED;
        }
        boolean refused = code != null && (code == 3 || code == 5);
        int attempt = refused ? 0 : restarts.take();
        if (attempt == 0) {
          throw notServed(
              "The remote ended: " + RemoteProcess.meaning(code),
              refused ? "Claim the session again for a fresh token" : "remote.log says why");
        }
        progress.tell(new WorkerEvent.Restarting(session, attempt, RestartBudget.MOST));
      }
    } catch (IOException e) {
      throw new WorkerFailure(
          ExitCode.FAILURE,
          "The remote could not be started: " + e.getMessage(),
          "Check " + directory.path() + " and the working directory");
    }
  }

  /** The exit code of one run of the remote; null when unknown. */
  private @Nullable Integer once(String session, String token, SessionDirectory directory)
      throws IOException {
    var gateway = settings.server().gatewayUrl();
    if (gateway == null) {
      throw new WorkerFailure(
          ExitCode.USAGE,
          "No gateway for the session's token",
          "Set AGENT_OUTPOST_GATEWAY_URL, or unset AGENT_REMOTE_SESSION_TOKEN");
    }
    var binary = fetch();
    if (binary == null) {
      return null;
    }
    var launcher = new Launcher(settings, NetworkPolicy.UNRESTRICTED, progress);
    var remote =
        launcher.start(
            binary.file(),
            gateway,
            token,
            directory,
            settings.directories().work(),
            exit -> events.add(new Exited(exit.code())));
    progress.tell(
        new WorkerEvent.RemoteStarted(
            session, binary.sha(), remote.pid(), directory.logPath().toString()));
    try {
      switch (events.take()) {
        case Exited(var code) -> {
          progress.tell(new WorkerEvent.RemoteExited(session, code, RemoteProcess.meaning(code)));
          return code;
        }
        case Stopped() -> remote.terminate(GRACE, stop);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      remote.terminate(GRACE, stop);
    } finally {
      launcher.close();
    }
    return null;
  }

  /** Null when a stop came first. */
  private BinaryStore.@Nullable Binary fetch() {
    while (!stop.reached(Level.STOP)) {
      try {
        return binaries.fetch(settings.remote().sha());
      } catch (BinaryException e) {
        if (!e.passing()) {
          throw notServed(String.valueOf(e.getMessage()), null);
        }
        retry.pause("fetch the remote", Level.STOP, e.getMessage());
      }
    }
    return null;
  }

  private static WorkerFailure notServed(String detail, @Nullable String hint) {
    return new WorkerFailure(ExitCode.SESSION_NOT_SERVED, detail, hint);
  }
}
