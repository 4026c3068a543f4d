package io.agentservice.worker.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.ScriptedApi;
import io.agentservice.worker.Worker;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.settings.HookSettings;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other lives of a worker left behind, and a worker that is just idle. */
class SweepTest {
  private static final String OVER = "agent-0001";
  private static final String ELSEWHERE = "agent-0002";

  @TempDir Path temporary;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private ScriptedApi api;
  private Worker worker;

  @BeforeEach
  void start() throws Exception {
    api = new ScriptedApi();
    api.entry(entry(ELSEWHERE, "running"));
    api.tombstone(entry(OVER, "terminated"));
    var base =
        WorkerSettings.of(api.uri(), "agt_token", "local", temporary.resolve("data"), temporary);
    worker =
        new Worker(
            new WorkerSettings(
                base.server(),
                base.token(),
                new WorkerSettings.Duty("local", null, "w-1"),
                false,
                base.directories(),
                base.remote(),
                null,
                Duration.ofMillis(50),
                Duration.ZERO,
                HookSettings.NONE,
                base.environment(),
                base.workspaces()),
            _ -> {});
  }

  @AfterEach
  void end() {
    worker.stop();
    threads.close();
    api.close();
  }

  @Test
  void theDirectoryOfASessionThatEndedElsewhereGoes() throws Exception {
    var over = begun(OVER);
    Files.createDirectories(over.path().resolve("journal/cmd-1"));
    var _ = threads.submit(worker::run);
    until(() -> !Files.exists(over.path()));
  }

  @Test
  void whatALaterRunLeavesGoesToo() throws Exception {
    var _ = threads.submit(worker::run);
    until(() -> api.requests.contains("watch"));
    var over = begun(OVER);
    until(() -> !Files.exists(over.path()));
  }

  @Test
  void sessionsThatLiveOrSleepAndThoseOfAnotherServiceKeepTheirs() throws Exception {
    begun(ELSEWHERE);
    begun("agent-0003").keep();
    directory("agent-0004").begin("http://127.0.0.1:1", ScriptedApi.OUTPOST);
    api.tombstone(entry("agent-0004", "terminated")); // ours of that name; the directory is not
    begun(OVER);
    var _ = threads.submit(worker::run);
    until(() -> !Files.exists(directory(OVER).path()));
    until(() -> api.requests.contains("GET /opbeta/outposts/agents/" + ELSEWHERE));
    for (var kept : new String[] {ELSEWHERE, "agent-0003", "agent-0004"}) {
      assertThat(directory(kept).path()).isDirectory();
    }
  }

  @Test
  void aSessionThatFellAsleepElsewhereKeepsItsStateWithoutAnEntry() throws Exception {
    var asleep = begun("agent-0003");
    api.tombstone(entry("agent-0003", "suspended"));
    begun(OVER);
    var _ = threads.submit(worker::run);
    until(() -> !Files.exists(directory(OVER).path()));
    until(() -> !Files.exists(asleep.path().resolve("unfinished")));
    assertThat(asleep.path()).isDirectory();
  }

  @Test
  void aSessionThatSleepsWithAnEntryKeepsItsStateToo() throws Exception {
    var asleep = begun("agent-0003");
    api.entry(entry("agent-0003", "suspended"));
    var _ = threads.submit(worker::run);
    until(() -> !Files.exists(asleep.path().resolve("unfinished")));
    assertThat(asleep.path()).isDirectory();
  }

  @Test
  void whatNobodyKnowsStaysUntilItIsOld() throws Exception {
    var young = begun("agent-0005");
    age(young, Duration.ofDays(20));
    var old = begun("agent-0006");
    age(old, Duration.ofDays(40));
    var anotherAccounts = directory("agent-0007");
    anotherAccounts.begin(api.uri().toString(), "outpost_env-2");
    for (var directory : new SessionDirectory[] {young, old, anotherAccounts}) {
      api.noEntry(entry(directory.sessionId(), "running"));
    }
    for (int outpost = 1; outpost <= 2; outpost++) { // watches that have nothing to say, and end
      api.first("replay", 200, Map.of("Content-Type", "text/event-stream"));
    }
    var _ = threads.submit(worker::run);
    until(() -> !Files.exists(old.path()));
    assertThat(young.path()).isDirectory();
    assertThat(anotherAccounts.path()).isDirectory();
  }

  @Test
  void oneSessionThatCannotBeLookedAtKeepsNoOther() throws Exception {
    for (int session = 1000; session < 1010; session++) { // whatever order the directory has
      var stuck = begun("agent-" + session);
      api.say("GET /opbeta/outposts/agents/" + stuck.sessionId(), 422, "{\"code\":\"invalid\"}");
    }
    begun(OVER);
    var _ = threads.submit(worker::run);
    until(() -> !Files.exists(directory(OVER).path()));
  }

  @Test
  void whatAKilledRemoteLeftRunningEndsAlthoughItsSessionLivesElsewhere() throws Exception {
    var directory = begun(ELSEWHERE);
    Files.createFile(directory.path().resolve("remote.lock"));
    var command = new ProcessBuilder("sleep", "618");
    command.environment().put("AGENT_SESSION_ID", ELSEWHERE);
    command.environment().put("AGENT_REMOTE_STATE_DIR", directory.path().toString());
    var running = command.start();
    try {
      var _ = threads.submit(worker::run);
      assertThat(running.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      running.destroyForcibly();
    }
  }

  private static QueueEntry entry(String session, String status) {
    return new QueueEntry(
        new QueueEntry.Metadata(session, ScriptedApi.OUTPOST, 1, 1),
        new QueueEntry.Spec("new", "linux", null, QueueEntry.NetworkPolicy.UNRESTRICTED),
        new QueueEntry.Status("claimed", "w-2", 9_999_999_999L, status, null, null));
  }

  private SessionDirectory begun(String session) throws IOException {
    var directory = directory(session);
    directory.begin(api.uri().toString(), ScriptedApi.OUTPOST);
    return directory;
  }

  private static void age(SessionDirectory directory, Duration age) throws IOException {
    var then = FileTime.from(Instant.now().minus(age));
    Files.setLastModifiedTime(directory.path().resolve("unfinished"), then);
    Files.setLastModifiedTime(directory.path(), then);
  }

  private SessionDirectory directory(String session) {
    return SessionDirectory.of(temporary.resolve("data"), session);
  }

  /** Waits for a condition, at most 60 s. */
  private static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
