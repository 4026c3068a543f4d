package io.agentservice.e2e.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.fleet.FleetClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.e2e.Installation;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many sessions through several workers, some of which are killed, or their remotes, or both; in a
 * long run the server, too. All sessions end well and nothing is left behind.
 *
 * <p>{@code fleet.sessions}, {@code fleet.workers}, {@code fleet.machines}, {@code fleet.kills}
 * (percent of the sessions), {@code fleet.server.kills} and {@code fleet.seed} make it longer;
 * {@code make fleet-chaos} does.
 */
@Tag("crashes")
@Timeout(600) // ten sessions whose programs are killed and start again
class FleetChaosE2ET {
  /** As long may nothing move before the run counts as stuck. */
  private static final Duration STUCK = Duration.ofMinutes(2);

  /** Some sweeps of the workers. */
  private static final Duration TIDY = Duration.ofSeconds(60);

  private final int sessions = Integer.getInteger("fleet.sessions", 10);
  private final int serverKills = Integer.getInteger("fleet.server.kills", 0);
  private final long seed = Long.getLong("fleet.seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** Kept after a failure: the logs of all processes are in it. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path directory;

  @Test
  void killedWorkersAndRemotesCostNoSessionAndLeaveNothingBehind() throws Exception {
    long begin = System.nanoTime();
    try (var installation = Installation.start(directory, settings())) {
      var fleet =
          new Fleet(
              installation,
              directory,
              Integer.getInteger("fleet.workers", 3),
              Integer.getInteger("fleet.machines", 2));
      var ids = createSessions(installation);
      var plan = Strike.plan(ids, Integer.getInteger("fleet.kills", 40), random);
      long created = System.nanoTime();
      fleet.start();
      var killer = new Killer(installation, fleet, plan);
      try (killer) {
        serveAll(installation);
      }
      long served = System.nanoTime();
      installation.await("all workers to be back", fleet::allRun);
      awaitTidy(fleet, ids);
      var broken = violations(installation, ids);
      var outpost = installation.client().fleet().outpost(installation.outpost()).status();
      var codes = fleet.stop();
      var left = Remains.files(fleet.machines());
      left.addAll(Remains.processes(ids));
      installation.stopServer();
      left.addAll(Remains.sockets(directory));
      left.addAll(Remains.rows(installation.home()));

      System.out.printf(
          "fleet: seed %d, %d sessions, %.0f s to create, %.0f s to serve (%.1f a minute),"
              + " kills %s of %d planned, %d of the server, %d workers started again%n",
          seed,
          sessions,
          (created - begin) / 1e9,
          (served - created) / 1e9,
          sessions * 60e9 / (served - created),
          killer.kills(),
          plan.size(),
          serverKills,
          fleet.restarts());
      assertThat(broken).as("seed %d, logs in %s", seed, directory).isEmpty();
      assertThat(left).as("seed %d, logs in %s: left behind", seed, directory).isEmpty();
      assertThat(codes).containsOnlyKeys(143);
      assertThat(outpost.queueDepth()).isZero();
      assertThat(outpost.activeClaims()).isZero();
      assertThat(killer.kills().values().stream().mapToInt(Integer::intValue).sum())
          .as("kills of %d planned", plan.size())
          .isGreaterThan(plan.size() / 2);
    }
  }

  private static Map<String, String> settings() {
    return Map.of(
        "AGENT_CLAIM_TTL_SECONDS", "15",
        "AGENT_CONNECTION_GRACE_SECONDS", "3",
        "AGENT_IDLE_SECONDS", "0",
        "AGENT_RATE_READS", "0",
        "AGENT_RATE_WRITES", "0",
        "AGENT_RATE_CREATES", "0");
  }

  private List<String> createSessions(Installation installation) throws IOException {
    var transcript = directory.resolve("fleet.json");
    Files.writeString(transcript, Task.TRANSCRIPT);
    var body =
        JsonObject.of("prompt", "Write", "model", "replay:" + transcript, "resumable", false);
    var ids = new ArrayList<String>();
    while (ids.size() < sessions) {
      ids.add(installation.client().sessions(installation.org()).create(body, null).id());
    }
    return ids;
  }

  /** Waits until no session is in the queue; kills the server meanwhile, if it is to be killed. */
  private void serveAll(Installation installation) throws Exception {
    long living = sessions;
    int killed = 0;
    long moved = System.nanoTime();
    while (living > 0) {
      LockSupport.parkNanos(200_000_000);
      long now = living(installation, living);
      if (now != living) {
        moved = System.nanoTime();
        living = now;
      }
      if (System.nanoTime() - moved > STUCK.toNanos()) {
        throw new AssertionError(
            "seed %d, logs in %s: stuck with %d sessions".formatted(seed, directory, living));
      }
      if (killed < serverKills
          && sessions - living > sessions * (killed + 1L) / (serverKills + 1)) {
        killed++;
        System.out.println("fleet: kill the server, with " + living + " sessions to go");
        installation.killServer();
        LockSupport.parkNanos(random.nextLong(2_000_000_000));
        installation.startServer();
      }
    }
  }

  /** The machines have their time to tidy up; what is left then is judged later. */
  private static void awaitTidy(Fleet fleet, List<String> ids) {
    long end = System.nanoTime() + TIDY.toNanos();
    while (System.nanoTime() < end
        && !(Remains.files(fleet.machines()).isEmpty() && Remains.processes(ids).isEmpty())) {
      LockSupport.parkNanos(200_000_000);
    }
  }

  private static long living(Installation installation, long before) {
    try {
      return installation
          .client()
          .fleet()
          .list(new FleetClient.Filter(installation.outpost(), null, null), null, 1, 0)
          .total();
    } catch (ClientException _) {
      return before;
    }
  }

  private static List<String> violations(Installation installation, List<String> ids)
      throws IOException {
    var found = new ArrayList<String>();
    for (var id : ids) {
      var file = installation.work().resolve(id + ".txt");
      List<String> effect = Files.exists(file) ? Files.readAllLines(file) : List.of();
      found.addAll(
          SessionRules.violations(installation.session(id), installation.events(id), effect));
    }
    return found;
  }
}
