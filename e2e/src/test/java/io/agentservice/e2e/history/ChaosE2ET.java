package io.agentservice.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.e2e.Installation;
import io.agentservice.e2e.servers.Blow;
import io.agentservice.e2e.servers.Cluster;
import io.agentservice.e2e.servers.Trouble;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Real servers, they and their database killed, frozen and cut off while many clients claim, renew,
 * release, list and watch: what they recorded obeys the rules of the queue.
 *
 * <p>{@code chaos.seconds}, {@code chaos.claims}, {@code chaos.sessions}, {@code chaos.claimers}
 * and {@code chaos.seed} make it longer, and see {@link Trouble}; {@code make chaos} does.
 */
@Tag("crashes")
@Timeout(300) // the load alone runs for half a minute
@Isolated("a load that fills the machine, and measures who waits")
class ChaosE2ET {
  private static final long TTL = 3 * Ticks.SECOND;

  /**
   * The goal is 4 s on a machine with nothing else to do; more than this is another kind of fault.
   */
  private static final Duration UNSERVED = Duration.ofSeconds(20);

  /** In seconds; a run ends when it has seen enough. */
  private static final long LONGEST = Math.max(3600, 2 * Long.getLong("chaos.seconds", 0));

  /** Claims granted, below which a run proves little. */
  private static final int ENOUGH = 50;

  /** Kept after a failure: the logs of all processes are in it. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path directory;

  @Test
  void aServerKilledUnderLoadAndItsDatabaseLoseAndDoubleNothing() throws Exception {
    long seed = Long.getLong("chaos.seed", System.nanoTime());
    var history = new History();
    var plan =
        new Load.Plan(
            Integer.getInteger("chaos.sessions", 15),
            Integer.getInteger("chaos.claimers", 16),
            3,
            LONGEST * Ticks.SECOND,
            Long.getLong("chaos.claims", Long.MAX_VALUE),
            TTL,
            60 * Ticks.SECOND);
    try (var installation =
            Installation.start(
                directory,
                Map.of(
                    "AGENT_CLAIM_TTL_SECONDS", Long.toString(TTL / Ticks.SECOND),
                    "AGENT_MAX_DELIVERIES", "0",
                    "AGENT_RATE_READS", "0",
                    "AGENT_RATE_WRITES", "0",
                    "AGENT_RATE_CREATES", "0"));
        var chaos = Executors.newVirtualThreadPerTaskExecutor()) {
      var queue = new HttpQueue(installation::client, installation.org());
      var load = new Load(queue, history, plan);
      var killing = chaos.submit(() -> kill(installation, new Random(seed), load, history));
      try {
        load.run(seed);
      } finally {
        load.stop();
      }
      int kills = killing.get();

      System.out.printf("chaos: seed %d, %d kills, %s%n", seed, kills, history.counts());
      var file = Path.of("target", "chaos-history.jsonl");
      history.write(file);
      assertThat(Checker.violations(history, new Checker.Promise(TTL, Ticks.SECOND)))
          .as("seed %d, history in %s", seed, file)
          .isEmpty();
      assertThat(kills).isGreaterThan(1);
      assertThat(history.count(Op.Kind.CLAIM, Op.OK)).isGreaterThan(ENOUGH);
      assertThat(history.count(Op.Kind.CLAIM, "claim_lost")).isPositive();
    }
  }

  @Test
  void threeServersInTroubleLoseAndDoubleNothingAndTheHealthyOnesServeOn() throws Exception {
    var trouble = new Trouble();
    var history = new History();
    var plan =
        new Load.Plan(
            Integer.getInteger("chaos.sessions", 15),
            Integer.getInteger("chaos.claimers", 15),
            3,
            LONGEST * Ticks.SECOND,
            Long.MAX_VALUE,
            TTL,
            60 * Ticks.SECOND);
    try (var cluster =
            Cluster.start(
                directory,
                3,
                Trouble.settings("AGENT_CLAIM_TTL_SECONDS", Long.toString(TTL / Ticks.SECOND)));
        var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var queue = new ServersQueue(cluster);
      var load = new Load(queue, history, plan);
      var working =
          clients.submit(() -> {
            load.run(trouble.seed());
            return true;
          });
      var blows = new ArrayList<Blow>();
      try {
        for (var scenario : trouble.scenarios()) {
          Load.pause(3 * Ticks.SECOND); // all are served
          blows.add(trouble.strike(scenario, cluster));
          Load.pause(Service.AFTER * Ticks.SECOND / 1000);
        }
      } finally {
        load.stop();
      }
      working.get();

      var file = Path.of("target", "chaos-servers-history.jsonl");
      history.write(file);
      var services = blows.stream().map(blow -> Service.around(blow, 3, queue.tries())).toList();
      for (int i = 0; i < blows.size(); i++) {
        System.out.printf(
            "chaos: %-40s %s%n", blows.get(i).scenario().title(), services.get(i).words());
      }
      assertThat(Checker.violations(history, new Checker.Promise(TTL, Ticks.SECOND)))
          .as("seed %d, history in %s", trouble.seed(), file)
          .isEmpty();
      assertThat(services).allMatch(service -> service.errors() == 0);
      assertThat(history.count(Op.Kind.CLAIM, Op.OK)).isGreaterThan(ENOUGH);
      assertThat(services).allMatch(service -> service.unserved() < UNSERVED.toMillis());
    }
  }

  /**
   * Kills the server and its database in turn, for some time and each at least once, until the load
   * has done enough; then ends it. Answers how often.
   */
  private static int kill(Installation installation, Random random, Load load, History history)
      throws Exception {
    long calm = Long.getLong("chaos.calm", 3) * Ticks.SECOND;
    while (load.claims() == 0 && !load.isOver()) {
      Load.pause(Ticks.SECOND / 20);
    }
    long end = Ticks.now() + Long.getLong("chaos.seconds", 12) * Ticks.SECOND;
    int kills = 0;
    try {
      while (true) {
        long next = Ticks.now() + calm + random.nextLong(calm);
        while (Ticks.now() < next || (kills > 1 && !isEnough(history))) {
          if (load.isOver()) {
            return kills;
          }
          Load.pause(Ticks.SECOND / 20);
        }
        if (kills > 1 && Ticks.now() > end) {
          return kills;
        }
        System.out.printf("chaos: %d claims tried, kill %d%n", load.claims(), kills + 1);
        if (++kills % 2 == 0) {
          installation.killDatabase();
        } else {
          installation.killServer();
          Load.pause(random.nextLong(Ticks.SECOND));
          installation.startServer();
        }
      }
    } finally {
      load.stop();
    }
  }

  private static boolean isEnough(History history) {
    return history.count(Op.Kind.CLAIM, Op.OK) > ENOUGH
        && history.count(Op.Kind.CLAIM, "claim_lost") > 0;
  }
}
