package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.loop.EventFields;
import io.agentservice.worker.loop.EventLines;
import io.agentservice.worker.loop.WorkerEvent;
import io.agentservice.worker.sandbox.Isolation;
import io.agentservice.worker.settings.HookSettings;
import io.agentservice.worker.settings.WorkerSettings;
import io.agentservice.worker.settings.Workspaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A worker of this process, scripted answers, and scripts as remotes. */
abstract class WorkerScenario {
  static final String ME = "w-1";
  static final String SESSION = "agent-0199";
  static final QueueEntry PENDING = entry("pending", null, "pending", null);

  /** A claim that has just been made: its time runs from the beginning of each test. */
  final QueueEntry granted = entry("claimed", ME, "pending", "agc_secret");

  @TempDir Path temporary;
  final List<WorkerEvent> events = new CopyOnWriteArrayList<>();
  final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  ScriptedApi api;
  Map<String, String> environment = System.getenv();
  Duration drainLimit = Duration.ZERO;
  HookSettings hooks = HookSettings.NONE;
  Worker worker;

  Isolation isolation = Isolation.NONE;

  /** Where sessions work; null: all in {@link #work}. */
  @Nullable Workspaces workspaces;

  @BeforeEach
  void start() throws IOException {
    api = new ScriptedApi();
    api.claim(granted);
    api.entry(mine("running"));
  }

  @AfterEach
  void end() {
    if (worker != null) {
      worker.stop();
      worker.stop();
    }
    threads.close();
    api.close();
  }

  Worker worker(String outpost, String session, boolean once) {
    var base =
        WorkerSettings.of(api.uri(), "agt_token", "local", data(), work()).isolated(isolation);
    worker =
        new Worker(
            new WorkerSettings(
                base.server(),
                base.token(),
                new WorkerSettings.Duty(outpost, session, ME),
                once,
                base.directories(),
                base.remote(),
                null,
                Duration.ofMillis(50),
                drainLimit,
                hooks,
                environment,
                workspaces == null ? Workspaces.one(work()) : workspaces),
            events::add);
    return worker;
  }

  Future<Integer> run(Worker worker) {
    return threads.submit((Callable<Integer>) worker::run);
  }

  /** A remote that does something at TERM: it is ready when {@link #awaitTrap} returns. */
  void trapping(String atTerm, String script) {
    api.remote("4f0c1d2", "trap '%s' TERM; : > ready; %s".formatted(atTerm, script));
  }

  /** Connected is what the server says of it; a script may not have come to its trap by then. */
  void awaitTrap() throws Exception {
    await(() -> told("remote_connected") && Files.deleteIfExists(work().resolve("ready")));
  }

  Path data() {
    return temporary.resolve("data");
  }

  Path work() {
    try {
      return Files.createDirectories(temporary.resolve("work"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static QueueEntry mine(String status) {
    return entry("claimed", ME, status, null);
  }

  static QueueEntry entry(String phase, String acceptor, String status, String token) {
    long now = Instant.now().getEpochSecond();
    return new QueueEntry(
        new QueueEntry.Metadata(SESSION, ScriptedApi.OUTPOST, now, now),
        new QueueEntry.Spec("new", "linux", null, QueueEntry.NetworkPolicy.UNRESTRICTED),
        new QueueEntry.Status(
            phase,
            acceptor,
            acceptor == null ? null : now + 300,
            status,
            token,
            token == null ? null : "ws://127.0.0.1:1/gateway"));
  }

  boolean told(String event) {
    return names().contains(event);
  }

  List<String> names() {
    return events.stream().map(event -> EventFields.of(event).required("event")).toList();
  }

  List<String> lines() {
    return events.stream().map(EventLines::of).toList();
  }

  /** Waits for a condition, at most 60 s. */
  void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("waited too long; so far: %s", lines()).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
