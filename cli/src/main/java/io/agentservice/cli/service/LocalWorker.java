package io.agentservice.cli.service;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.AgentClient;
import io.agentservice.client.fleet.FleetClient;
import io.agentservice.worker.Worker;
import io.agentservice.worker.binaries.Platform;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.process.LeftOvers;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.sandbox.Isolation;
import io.agentservice.worker.sandbox.Sandbox.UnavailableException;
import io.agentservice.worker.settings.VariableAliases;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A worker inside this process. */
public final class LocalWorker {
  /** The outpost of `agent up` and of a demo. */
  public static final String OUTPOST = "local";

  private static final Duration ORDERLY = Duration.ofSeconds(15);
  private static final Duration FORCED = Duration.ofSeconds(10);

  private final Worker worker;
  private final CountDownLatch ended = new CountDownLatch(1);

  private LocalWorker(Worker worker) {
    this.worker = worker;
  }

  /**
   * Starts it.
   *
   * @param onEnd called with the exit code when it ends, also when nobody told it to
   */
  public static LocalWorker start(WorkerSettings settings, Progress progress, IntConsumer onEnd) {
    var worker = new LocalWorker(new Worker(settings, progress));
    Thread.ofVirtual()
        .name("worker")
        .start(() -> {
          int code = worker.worker.run();
          worker.ended.countDown();
          onEnd.accept(code);
        });
    return worker;
  }

  /** The outpost of that name, made for this machine's platform if there is none; its id. */
  public static String ensureOutpost(FleetClient fleet, String name, @Nullable String description) {
    return fleet.outposts().stream()
        .filter(outpost -> outpost.spec().name().equalsIgnoreCase(name))
        .findFirst()
        .or(() -> Optional.of(fleet.createOutpost(name, platform(), description)))
        .map(outpost -> outpost.metadata().outpostId())
        .orElseThrow();
  }

  private static @Nullable String platform() {
    return Platform.current().map(Platform::name).orElse(null);
  }

  /** Those of one that serves {@link #OUTPOST} and keeps all it needs in its data directory. */
  public static WorkerSettings settings(
      AgentClient client, String key, Path data, Path directory, List<Path> besides) {
    return settings(client, key, OUTPOST, data, data.resolve("cache"), directory, besides);
  }

  /**
   * The settings of a worker that serves an outpost of the client's service.
   *
   * @param besides what its sessions read beside their directory, walled in or not
   */
  public static WorkerSettings settings(
      AgentClient client,
      String key,
      String outpost,
      Path data,
      Path cache,
      Path directory,
      List<Path> besides) {
    return WorkerSettings.of(client.baseUrl(), key, outpost, data, directory)
        .cachedIn(cache)
        .polling(Duration.ofSeconds(1))
        .isolated(isolation(besides));
  }

  /** The settings of a remote that no service's queue leads to. */
  public static WorkerSettings settings(URI gateway, Path data, Path directory) {
    return WorkerSettings.of(gateway, "none", OUTPOST, data, directory)
        .isolated(isolation(List.of()));
  }

  private static Isolation isolation(List<Path> besides) {
    try {
      return Isolation.of(VariableAliases.given(), besides);
    } catch (UnavailableException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()), e.advice());
    }
  }

  /**
   * Ends the remotes that a killed worker left running, with all they had started.
   *
   * @param data the data directory of that worker; need not exist
   */
  public static void endOrphans(Path data) {
    List<SessionDirectory> directories;
    try {
      directories = SessionDirectory.all(data);
    } catch (IOException e) {
      throw CommandFailure.failed("can't look into " + data + ": " + e.getMessage(), null);
    }
    for (var directory : directories) {
      RemoteProcess.adopt(directory, null, _ -> {})
          .ifPresent(remote -> remote.terminate(Duration.ofSeconds(3), new Stop()));
      LeftOvers.kill(directory); // a remote that was killed with its worker ended nothing
    }
  }

  public boolean ended() {
    return ended.getCount() == 0;
  }

  /** Ends it and its remote in an orderly way, then with force. Returns when it is gone. */
  public void stop() {
    worker.stop();
    if (!awaitEnd(ORDERLY)) {
      worker.stop();
      if (!awaitEnd(FORCED)) {
        throw CommandFailure.failed("the worker did not end", null);
      }
    }
  }

  private boolean awaitEnd(Duration longest) {
    try {
      return ended.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
