package io.agentservice.worker.process;

import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import io.agentservice.worker.sandbox.Enclosure;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A running remote, started here or adopted from an earlier worker. */
public final class RemoteProcess {
  private static final Duration ADOPTED_POLL = Duration.ofMillis(250);

  private final SessionDirectory directory;
  private final RemotePid identity;
  private final @Nullable RunAs user;
  private final CountDownLatch gone = new CountDownLatch(1);

  /** Opens when the remote is gone or nobody waits any longer. */
  private final CountDownLatch waiting = new CountDownLatch(1);

  private volatile @Nullable Integer exitCode;

  private RemoteProcess(SessionDirectory directory, RemotePid identity, @Nullable RunAs user) {
    this.directory = directory;
    this.identity = identity;
    this.user = user;
  }

  /** {@code code} is the exit status, 128 + n after signal n; null when the remote was adopted. */
  public record Exit(RemoteProcess remote, @Nullable Integer code) {}

  /**
   * {@code workingDirectory} holds the session's repositories; a null port takes a free one; a null
   * user is the worker's, another is claimed ({@link UserClaim}); a null enclosure is none.
   */
  public record Launch(
      Path binary,
      Map<String, String> environment,
      Path workingDirectory,
      @Nullable Integer ptyBridgePort,
      @Nullable RunAs user,
      @Nullable Enclosure enclosure) {

    List<String> arguments() {
      var arguments = new ArrayList<>(List.of(binary.toAbsolutePath().toString(), "serve"));
      if (ptyBridgePort != null) {
        arguments.addAll(List.of("--pty-bridge-port", ptyBridgePort.toString()));
      }
      return arguments;
    }

    @Override
    public String toString() {
      return "Launch" + arguments();
    }
  }

  /** Starts a remote and records its process; {@code onExit} is called once, on its own thread. */
  public static RemoteProcess start(
      Launch launch, SessionDirectory directory, Consumer<Exit> onExit) throws IOException {
    var user = launch.user();
    var enclosure = launch.enclosure();
    directory.prepare(user, enclosure == null ? List.of() : enclosure.directories());
    var group = ProcessGroup.leader();
    var command = new ArrayList<>(group.prefix());
    if (user != null) {
      UserProcesses.killAll(user); // of a session whose worker and remote were killed
      command.addAll(user.prefix());
    }
    if (enclosure != null) {
      command.addAll(enclosure.prefix(launch.environment()));
    }
    command.addAll(launch.arguments());
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(launch.environment());
    builder.directory(launch.workingDirectory().toFile());
    var log = Redirect.appendTo(directory.log().toFile());
    builder.redirectInput(ProcessGroup.nothing()).redirectOutput(log).redirectError(log);
    var process = builder.start();
    var start = ProcessStart.of(process.pid()).orElse("gone");
    var identity = new RemotePid(process.pid(), start, group.own());
    var remote = new RemoteProcess(directory, identity, user);
    try {
      directory.writePid(identity);
    } catch (IOException e) {
      process.destroyForcibly();
      throw e;
    }
    Thread.ofVirtual()
        .name("remote-" + process.pid())
        .start(() -> {
          var code = waitFor(process);
          if (enclosure != null) {
            enclosure.end();
          }
          remote.ended(new Exit(remote, code), onExit);
        });
    return remote;
  }

  private static @Nullable Integer waitFor(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** Whether the remote of this session still runs. */
  public static boolean survives(SessionDirectory directory) {
    return LivingRemote.of(directory).isPresent();
  }

  /** The session's running remote, whoever started it; {@code user} as in {@link Launch}. */
  public static Optional<RemoteProcess> adopt(
      SessionDirectory directory, @Nullable RunAs user, Consumer<Exit> onExit) {
    var found = LivingRemote.of(directory);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    var remote = new RemoteProcess(directory, found.get(), user);
    Thread.ofVirtual()
        .name("remote-" + remote.pid())
        .start(() -> {
          while (ProcessStart.alive(remote.pid(), remote.identity.start())) {
            LockSupport.parkNanos(ADOPTED_POLL.toNanos());
          }
          remote.ended(new Exit(remote, null), onExit);
        });
    return Optional.of(remote);
  }

  private void ended(Exit exit, Consumer<Exit> onExit) {
    ProcessGroup.killLeftOvers(identity, List.of());
    LeftOvers.kill(directory);
    if (user != null) {
      UserProcesses.killAll(user);
    }
    directory.forgetPid(identity);
    exitCode = exit.code();
    gone.countDown();
    waiting.countDown();
    onExit.accept(exit);
  }

  public long pid() {
    return identity.pid();
  }

  /**
   * Whether it is the exit status of a remote that could not be executed. That may pass: a file
   * that was just written is busy while a process that was forked meanwhile still has it open.
   */
  public static boolean isNotStarted(@Nullable Integer code) {
    return code != null && (code == 126 || code == 127);
  }

  /** A remote's exit status in words (fleet.md 6); null as in {@link Exit}. */
  public static String meaning(@Nullable Integer code) {
    return switch (code) {
      case null -> "its parent is gone";
      case 0 -> "done";
      case 2 -> "bad configuration";
      case 3 -> "connect token refused";
      case 4 -> "gateway out of reach";
      case 5 -> "claim released, lapsed or taken over";
      case 6 -> "replaced by a newer connection";
      case 126, 127 -> "not to be started, see remote.log";
      default -> "unexpected, see remote.log";
    };
  }

  /** As in {@link Exit}; null also while it lives. */
  public @Nullable Integer exitCode() {
    return exitCode;
  }

  public boolean alive() {
    return gone.getCount() > 0;
  }

  /** False when it still lives after that time, or a stop was raised. */
  public boolean awaitGone(Duration longest, Stop stop) {
    try (var _ = stop.on(Level.STOP, waiting::countDown)) {
      return waiting.await(longest.toMillis(), TimeUnit.MILLISECONDS) && !alive();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Ends the remote and all it started: TERM, then KILL after the grace time or at {@link
   * Level#KILL}. Returns when it is gone.
   */
  public void terminate(Duration grace, Stop stop) {
    if (alive()) {
      var family = ProcessGroup.family(identity);
      ProcessGroup.remote(identity).ifPresent(ProcessHandle::destroy);
      try (var _ = stop.on(Level.KILL, this::kill)) {
        if (!awaitGone(grace)) {
          kill();
          awaitGone(Duration.ofSeconds(10));
        }
      }
      ProcessGroup.killLeftOvers(identity, family);
    }
  }

  private void kill() {
    ProcessGroup.killAll(identity);
  }

  private boolean awaitGone(Duration longest) {
    try {
      return gone.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
