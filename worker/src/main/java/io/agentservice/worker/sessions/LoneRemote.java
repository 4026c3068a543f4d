package io.agentservice.worker.sessions;

import io.agentservice.wire.fleet.QueueEntry.NetworkPolicy;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.process.LeftOvers;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A remote without a queue and a claim, started as those of sessions are, walls included. Nothing
 * of it stays.
 */
public final class LoneRemote implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Launcher launcher;
  private final SessionDirectory directory;
  private final Path work;
  private final RemoteProcess remote;

  private LoneRemote(
      Launcher launcher, SessionDirectory directory, Path work, RemoteProcess remote) {
    this.launcher = launcher;
    this.directory = directory;
    this.work = work;
    this.remote = remote;
  }

  /**
   * Starts it in the settings' working directory.
   *
   * @param session by which the gateway knows it
   */
  public static LoneRemote start(
      WorkerSettings settings,
      Path binary,
      URI gateway,
      String session,
      String token,
      Progress progress)
      throws IOException {
    var directory = SessionDirectory.of(settings.directories().data(), session);
    var work = settings.directories().work();
    var launcher = new Launcher(settings, NetworkPolicy.UNRESTRICTED, progress);
    try {
      var remote = launcher.start(binary, gateway, token, directory, work, _ -> {});
      return new LoneRemote(launcher, directory, work, remote);
    } catch (IOException | RuntimeException e) {
      launcher.close();
      throw e;
    }
  }

  public boolean alive() {
    return remote.alive();
  }

  /** What it says of itself. */
  public Path log() {
    return directory.logPath();
  }

  /** Ends it with all that it has started; returns when that is gone. */
  @Override
  public void close() {
    remote.terminate(GRACE, new Stop());
    launcher.close();
    LeftOvers.kill(directory);
    launcher.left(directory, work);
  }
}
