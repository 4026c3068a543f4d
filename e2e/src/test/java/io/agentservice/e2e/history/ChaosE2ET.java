package io.agentservice.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.e2e.Installation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real server, it and its database killed again and again while many clients claim, renew,
 * release, list and watch: what they recorded obeys the rules of the queue.
 *
 * <p>{@code chaos.seconds}, {@code chaos.claims}, {@code chaos.sessions}, {@code chaos.claimers}
 * and {@code chaos.seed} make it longer; {@code make chaos} does.
 */
@Timeout(300) // the load alone runs for half a minute
class ChaosE2ET {
  private static final long TTL = 3 * Ticks.SECOND;

  @TempDir Path directory;

  @Test
  void aServerKilledUnderLoadAndItsDatabaseLoseAndDoubleNothing() throws Exception {
    long seconds = Long.getLong("chaos.seconds", 20);
    long seed = Long.getLong("chaos.seed", System.nanoTime());
    var history = new History();
    var plan =
        new Load.Plan(
            Integer.getInteger("chaos.sessions", 15),
            Integer.getInteger("chaos.claimers", 16),
            3,
            seconds * Ticks.SECOND,
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
      var killing = chaos.submit(() -> kill(installation, new Random(seed), load));
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
      assertThat(kills).isPositive();
      assertThat(history.count(Op.Kind.CLAIM, Op.OK)).isGreaterThan(50);
      assertThat(history.count(Op.Kind.CLAIM, "claim_lost")).isPositive();
    }
  }

  /** Kills the server and its database in turn until it is over; answers how often. */
  private static int kill(Installation installation, Random random, Load load) throws Exception {
    long calm = Long.getLong("chaos.calm", 5) * Ticks.SECOND;
    int kills = 0;
    while (true) {
      long end = Ticks.now() + calm + random.nextLong(calm);
      while (Ticks.now() < end) {
        if (load.isOver()) {
          return kills;
        }
        Load.pause(Ticks.SECOND / 20);
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
  }
}
