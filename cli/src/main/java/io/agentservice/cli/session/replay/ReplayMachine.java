package io.agentservice.cli.session.replay;

import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.Installation;
import io.agentservice.cli.service.LocalWorker;
import io.agentservice.server.agent.replay.CallResult;
import io.agentservice.server.agent.replay.ReplayGateway;
import io.agentservice.server.agent.replay.ReplayedTools;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.worker.binaries.Platform;
import io.agentservice.worker.loop.EventLines;
import io.agentservice.worker.sessions.LoneRemote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A remote of this machine behind a gateway of this process, and the tools that work on it. */
final class ReplayMachine implements Calls {
  private static final Duration STEP = Duration.ofMillis(250);
  private static final Duration CONNECTED_WITHIN = Duration.ofMinutes(1);

  /** A call's own limit, and so much more for all around it. */
  private static final Duration ROOM = Duration.ofMinutes(2);

  private static final long LONGEST_SECONDS = 86_400;
  private static final int LOG_LINES = 5;

  private final ReplayedTools tools;
  private final String directory;
  private final ExecutorService calls;

  private ReplayMachine(ReplayedTools tools, String directory, ExecutorService calls) {
    this.tools = tools;
    this.directory = directory;
    this.calls = calls;
  }

  /** Starts it; the cleanup ends it with all that it has started. */
  static ReplayMachine start(
      Place place,
      Path work,
      @Nullable String recordedPlace,
      Consumer<String> tell,
      Cleanup cleanup) {
    var gateway = new ReplayGateway();
    cleanup.later(gateway::close);
    var settings = LocalWorker.settings(gateway.address(), place.data(), work);
    var isolation = settings.remote().isolation();
    if (isolation.sandbox() == null) {
      tell.accept(isolation.words());
    }
    try {
      var remote =
          LoneRemote.start(
              settings,
              binary(place),
              gateway.address(),
              gateway.session(),
              gateway.token(),
              event -> tell.accept("worker: " + EventLines.of(event)));
      cleanup.later(remote::close);
      var machine = await(gateway, remote);
      requireWalls(isolation.sandbox() != null, machine.hello(), work);
      var calls = Executors.newVirtualThreadPerTaskExecutor();
      cleanup.later(calls::shutdownNow);
      var tools = new ReplayedTools(machine, recordedPlace, InstantSource.system());
      return new ReplayMachine(tools, machine.hello().cwd(), calls);
    } catch (IOException e) {
      throw CommandFailure.usage("the remote could not be started: " + e.getMessage(), null);
    }
  }

  /** The worker does without where they can't be put up; commands of a file don't. */
  private static void requireWalls(boolean wanted, ToServer.Hello hello, Path work) {
    boolean there = hello.capabilities().contains(ToServer.Hello.SANDBOX);
    var found = hello.isolation();
    boolean holes = found != null && !found.failed().isEmpty();
    if (wanted && (!there || holes)) {
      throw CommandFailure.usage(
          "no walls can be put around " + work,
          "name another directory with --in; AGENT_SANDBOX=none goes without");
    }
  }

  private static Machine await(ReplayGateway gateway, LoneRemote remote) {
    long end = System.nanoTime() + CONNECTED_WITHIN.toNanos();
    try {
      while (System.nanoTime() < end) {
        var machine = gateway.awaitMachine(STEP);
        if (machine != null) {
          return machine;
        }
        if (!remote.alive()) {
          break;
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw CommandFailure.interrupted("nothing was done");
    }
    throw CommandFailure.usage("the remote does not connect: " + lastLines(remote.log()), null);
  }

  private static String lastLines(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join(" | ", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    } catch (IOException _) {
      return "it says nothing";
    }
  }

  /** That of this installation, where a walled-in remote may see it. */
  private static Path binary(Place place) throws IOException {
    var platform = Platform.current().map(Platform::suffix);
    var published = Installation.current().flatMap(Installation::remoteBinaries);
    if (platform.isEmpty() || published.isEmpty()) {
      throw none();
    }
    var latest = published.get().resolve("latest_" + platform.get());
    if (!Files.isRegularFile(latest)) {
      throw none();
    }
    var name = "agent-remote_%s_%s".formatted(Files.readString(latest).strip(), platform.get());
    var cache = Files.createDirectories(place.data().resolve("cache"));
    var binary = cache.resolve(name);
    Files.copy(published.get().resolve(name), binary, StandardCopyOption.REPLACE_EXISTING);
    if (!binary.toFile().setExecutable(true)) {
      throw new IOException("can't make %s executable".formatted(binary));
    }
    return binary;
  }

  private static CommandFailure none() {
    return CommandFailure.usage(
        "this installation has no remote for this machine", "take a release, or build it: `make`");
  }

  @Override
  public String directory() {
    return directory;
  }

  /** Within what it may take. */
  @Override
  public CallResult run(String tool, JsonObject input) {
    var limit = limit(input);
    var call = calls.submit(() -> tools.run(tool, input.toJson()));
    try {
      return call.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      call.cancel(true);
      throw CommandFailure.usage(
          "%s has not ended after %d s".formatted(tool, limit.toSeconds()), null);
    } catch (ExecutionException e) {
      throw failed(tool, e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw CommandFailure.interrupted("run it again");
    }
  }

  private static CommandFailure failed(String tool, Throwable cause) {
    return cause instanceof MachineLostException
        ? CommandFailure.usage("the machine was lost in a call of " + tool, "run it again")
        : CommandFailure.usage("a call of %s failed: %s".formatted(tool, cause.getMessage()), null);
  }

  private static Duration limit(JsonObject input) {
    long own = Math.max(input.number("timeout_seconds", 120), input.number("seconds", 600));
    return Duration.ofSeconds(Math.clamp(own, 1, LONGEST_SECONDS)).plus(ROOM);
  }
}
